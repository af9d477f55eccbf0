import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkServerIdentity, DEFAULT_MIN_VERSION } from 'node:tls'
import { describe, expect, it } from 'vitest'

/** The product's sources, without tests and fakes. */
const sources = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'apps/server/migrations/*.ts'])
  .map(file => file.split(path.sep).join('/'))
  .filter(file => !/\.test\.tsx?$|\/test\/|conformance\.ts$|\.d\.ts$/.test(file))
  .map(file => ({ file, text: withoutComments(readFileSync(file, 'utf8')) }))

/** Removes line comments only at the beginning of a line, because URLs contain `//` too. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

/** Files that match the pattern, without the allowed ones. `where` selects the files to search. */
const filesMatching = (pattern: RegExp, allowed: string[] = [], where = /./) =>
  sources
    .filter(({ file, text }) => where.test(file) && pattern.test(text) && !allowed.includes(file))
    .map(({ file }) => file)

describe('secure code', () => {
  it('the secure code checks search all sources of the product', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(filesMatching(/randomBytes\(32\)/)).not.toEqual([])
  })

  it('the product never executes strings as code [ASVS 1.2.3, 1.3.2]', () => {
    expect(filesMatching(/\beval\s*\(|new Function\s*\(|\bset(Timeout|Interval)\(\s*['"`]|node:vm/)).toEqual([])
  })

  it('the product starts only ffmpeg and yt-dlp, without a shell [ASVS 1.2.5] [threat 25]', () => {
    const allowedFiles = [
      'apps/server/src/adapters/transcriber/ffmpeg.ts',
      'apps/server/src/adapters/youtube/yt-dlp.ts',
    ]
    expect(filesMatching(/child_process/).toSorted()).toEqual(allowedFiles)
    expect(filesMatching(/shell:\s*true|\bexec(Sync)?\(\s*[`'"]/)).toEqual([])
  })

  it('SQL text never contains values [ASVS 1.2.4] [threat 25]', () => {
    // Migrations may insert constants into SQL; they have no user input.
    expect(
      filesMatching(/sql\.(raw|lit)\b|\.executeQuery\(\s*[`'"]/, [], /^(apps\/[^/]+|packages\/[^/]+)\/src\//),
    ).toEqual([])
    // Queries passed directly to a pool have no interpolation.
    expect(filesMatching(/\.query\(\s*`[^`]*\$\{/)).toEqual([])
  })

  it('cryptography uses only SHA-256, AES-256-GCM and secure random numbers [ASVS 11.2.3, 11.3.1, 11.3.2, 11.4.1, 11.4.3, 11.5.1]', () => {
    // YouTube's hub only signs with HMAC-SHA-1, which we verify but never create.
    const hubFiles = ['apps/server/src/adapters/hub/websub.ts']
    expect(filesMatching(/createHash\((?!\s*'sha256')|createHmac\((?!\s*'sha256')/, hubFiles)).toEqual([])
    expect(filesMatching(/createCipheriv\((?!\s*'aes-256-gcm')|createDecipheriv\((?!\s*'aes-256-gcm')/)).toEqual([])
    expect(
      filesMatching(/\b(md5|sha1|des-|rc4|-ecb|-cbc|RSA_PKCS1_PADDING)\b/i, hubFiles, /^apps\/server\/src\//),
    ).toEqual([])
    expect(
      filesMatching(/Math\.random/, [], /^apps\/server\/src\/(features|http|adapters\/(signer|storage))\//),
    ).toEqual([])
  })

  it('TLS connections verify certificates and use at least TLS 1.2 [ASVS 12.1.1, 12.3.2, 12.3.4]', () => {
    // A mail server on the same machine has no verifiable certificate, and its connection can't be intercepted.
    const localMail = 'apps/server/src/adapters/mail/smtp.ts'
    expect(
      filesMatching(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|minVersion|secureProtocol/, [
        localMail,
      ]),
    ).toEqual([])
    expect(filesMatching(/isLocal \? \{ tls: \{ rejectUnauthorized: false \} \} : \{\}/)).toEqual([localMail])
    expect(readFileSync(localMail, 'utf8').match(/rejectUnauthorized/g)).toHaveLength(1)
    expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2')
    const impostor = { subject: { CN: 'evil.example' }, subjectaltname: 'DNS:evil.example' }
    expect(checkServerIdentity('recaps.example', impostor as never)).toBeInstanceOf(Error)
  })

  it('pages only accept messages from the video frame, and contain no javascript: URLs [ASVS 1.2.2, 3.5.5]', () => {
    const frameOfVideo = 'apps/web/src/features/summaries/detail/VideoPanel.tsx'
    expect(
      filesMatching(/addEventListener\(\s*'message'|\.onmessage\s*=/, [frameOfVideo], /^apps\/web\/src\/(?!.*worker)/),
    ).toEqual([])
    expect(filesMatching(/javascript:/i, [], /^apps\/web\//)).toEqual([])
  })

  it('password fields allow password managers and pasting [ASVS 6.2.7]', () => {
    expect(
      filesMatching(/onPaste|onCopy|autoComplete="(off|nope|false)"/i, [], /^apps\/web\/src\/features\/auth\//),
    ).toEqual([])
  })

  it('the sources contain no secrets [ASVS 13.3.1]', () => {
    expect(
      filesMatching(
        /sk_live_|sk_test_[A-Za-z0-9]{10}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\\?n?[A-Za-z0-9+/]{20}/,
      ),
    ).toEqual([])
  })

  it('the product creates no default account [ASVS 6.3.2] [threat 27]', () => {
    expect(filesMatching(/insertInto\('users'\)/, ['apps/server/src/features/users/repository.ts'])).toEqual([])
    expect(filesMatching(/insert into users/i)).toEqual([])
  })
})
