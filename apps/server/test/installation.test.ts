import { createClient } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { pageFacts } from '../src/roles/page-facts.ts'
import { phoneAt } from './phone.ts'
import { useSignInServer } from './sign-in-server.ts'

describe('an app on a phone that asks what installation this is', async () => {
  const origin = 'capacitor://localhost'
  const test = await useSignInServer('embedded', {
    env: { SUPPORT_EMAIL: 'help@recaps.example', DEFAULT_PLAN: 'basic' },
  })
  const client = createClient({ baseUrl: test.url, token: () => '', fetch: phoneAt(origin).fetch })

  it('hears what stands in each page, without a log-in', async () => {
    const said = await client.health.installation()
    expect(said).toMatchObject({
      ...{ 'product-name': 'Recaps', 'support-email': 'help@recaps.example', 'default-plan': 'basic' },
      ...{ 'sign-in': 'google apple', 'native-sign-in': 'google apple' },
    })
    expect(said).toMatchObject(pageFacts(test.server.services))
  })
})
