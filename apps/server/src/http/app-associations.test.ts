import { appLinkPaths } from '@recaps/domain/app-links'
import { describe, expect, it } from 'vitest'
import { createApiCaller } from '../../test/calls.ts'
import { useServer } from '../../test/start-server.ts'

const files = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association'] as const
const [androidFile, appleFile] = files

describe('the app association files', async () => {
  const test = await useServer({
    env: {
      ANDROID_PACKAGE: 'com.example.recaps',
      ANDROID_CERTIFICATES: `${'ab'.repeat(32)},${'12'.repeat(32)}`,
      APPLE_CLIENT_ID: 'com.example.recaps',
      APPLE_TEAM_ID: '9JA89QQLNQ',
    },
  })
  const read = (path: string) => fetch(test.url + path, { redirect: 'manual' })

  it.each(files)('serves %s publicly as JSON that is cacheable for an hour', async path => {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(test.url + path, { method, redirect: 'manual' })
      expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        200,
        'application/json',
        'public, max-age=3600',
      ])
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it('lets the Android app with any of its certificates open links and fill in passwords', async () => {
    expect(await (await read(androidFile)).json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.recaps',
          sha256_cert_fingerprints: [
            expect.stringMatching(/^AB(:AB){31}$/),
            Array.from({ length: 32 }, () => '12').join(':'),
          ],
        },
      },
    ])
  })

  it('lets the iOS app open links to its pages and fill in passwords', async () => {
    expect(await (await read(appleFile)).json()).toEqual({
      applinks: {
        details: [{ appIDs: ['9JA89QQLNQ.com.example.recaps'], components: appLinkPaths.map(path => ({ '/': path })) }],
      },
      webcredentials: { apps: ['9JA89QQLNQ.com.example.recaps'] },
    })
  })
})

describe('the app association files without a phone app', async () => {
  const test = await useServer()
  const ask = createApiCaller(test.url)

  it.each(files)('answers %s like an unknown path when no phone app is set up', async path => {
    const [missing, unknown] = [await ask(path), await ask('/api/nothing')]
    expect([missing.status, { ...missing.json, requestId: '' }]).toEqual([404, { ...unknown.json, requestId: '' }])
  })
})
