import { createClient } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { pageFacts } from '../src/roles/page-facts.ts'
import { phoneAt } from './phone.ts'
import { useSignInServer } from './sign-in-server.ts'

describe('the installation details for a phone app', async () => {
  const origin = 'capacitor://localhost'
  const test = await useSignInServer('embedded', {
    env: { SUPPORT_EMAIL: 'help@recaps.example', DEFAULT_PLAN: 'basic' },
  })
  const client = createClient({ baseUrl: test.url, token: () => '', fetch: phoneAt(origin).fetch })

  it('a phone app gets the same installation details as every page, without logging in', async () => {
    const installation = await client.health.installation()
    expect(installation).toMatchObject({
      ...{ 'product-name': 'Recaps', 'support-email': 'help@recaps.example', 'default-plan': 'basic' },
      ...{ 'sign-in': 'google apple', 'native-sign-in': 'google apple' },
    })
    expect(installation).toMatchObject(pageFacts(test.server.services))
  })
})
