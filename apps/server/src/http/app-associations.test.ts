import { appLinkPaths } from '@recaps/domain/app-links'
import { describe, expect, it } from 'vitest'
import { callsTo } from '../../test/calls.ts'
import { useServer } from '../../test/start-server.ts'

const files = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association'] as const
const [onAndroid, onApple] = files

describe('links to our pages', async () => {
  const test = await useServer({
    env: {
      ANDROID_PACKAGE: 'com.example.recaps',
      ANDROID_CERTIFICATES: `${'ab'.repeat(32)},${'12'.repeat(32)}`,
      APPLE_CLIENT_ID: 'com.example.recaps',
      APPLE_TEAM_ID: '9JA89QQLNQ',
    },
  })
  const read = (path: string) => fetch(test.url + path, { redirect: 'manual' })

  it.each(files)('are told of to anybody, for an hour, in JSON: %s', async path => {
    for (const method of ['GET', 'HEAD']) {
      const told = await fetch(test.url + path, { method, redirect: 'manual' })
      expect([told.status, told.headers.get('content-type'), told.headers.get('cache-control')]).toEqual([
        200,
        'application/json',
        'public, max-age=3600',
      ])
      expect(told.headers.get('set-cookie')).toBeNull()
    }
  })

  it('open in the Android app, by whichever of its certificates it is signed, and passwords are filled in there', async () => {
    expect(await (await read(onAndroid)).json()).toEqual([
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

  it('open in the iOS app where it has the page, and passwords are filled in there', async () => {
    expect(await (await read(onApple)).json()).toEqual({
      applinks: {
        details: [{ appIDs: ['9JA89QQLNQ.com.example.recaps'], components: appLinkPaths.map(path => ({ '/': path })) }],
      },
      webcredentials: { apps: ['9JA89QQLNQ.com.example.recaps'] },
    })
  })
})

describe('where no app is told of', async () => {
  const test = await useServer()
  const ask = callsTo(test.url)

  it.each(files)('%s is as unknown as any other address', async path => {
    const [missing, never] = [await ask(path), await ask('/api/nothing')]
    expect([missing.status, { ...missing.json, requestId: '' }]).toEqual([404, { ...never.json, requestId: '' }])
  })
})
