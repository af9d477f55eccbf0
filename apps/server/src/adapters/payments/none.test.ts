import { expect, it } from 'vitest'
import { noPayments } from './none.ts'

it('noPayments offers no prices and rejects every call with payments_off', async () => {
  const payments = noPayments()
  expect(payments.setup).toEqual({ provider: 'none', publishableKey: null, scriptUrl: null, isTest: false })
  expect(Object.values(await payments.prices())).toEqual(Array(4).fill({ productId: '', priceId: '' }))
  await expect(payments.portalUrl('cus_1', 'https://recaps.example.com')).rejects.toMatchObject({
    code: 'payments_off',
  })
  expect(payments.readEvent(Buffer.from('{}'), 't=1,v1=2', new Date(0))).toBeNull()
  expect(await Array.fromAsync(payments.undeliveredEvents(new Date(0)))).toEqual([])
})
