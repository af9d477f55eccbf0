import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkServerIdentity, DEFAULT_MIN_VERSION } from 'node:tls'
import { describe, expect, it } from 'vitest'

/** What the product runs: not its tests, not its stand-ins. */
const sources = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'apps/server/migrations/*.ts'])
  .map(file => file.split(path.sep).join('/'))
  .filter(file => !/\.test\.tsx?$|\/test\/|conformance\.ts$|\.d\.ts$/.test(file))
  .map(file => ({ file, text: withoutComments(readFileSync(file, 'utf8')) }))

/** Line comments only where a line begins with one: `//` stands in addresses too. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

/** The places where the pattern stands, but for the files that may. */
const found = (pattern: RegExp, allowed: string[] = [], where = /./) =>
  sources
    .filter(({ file, text }) => where.test(file) && pattern.test(text) && !allowed.includes(file))
    .map(({ file }) => file)

describe('the code of the product', () => {
  it('is looked at as a whole', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(found(/randomBytes\(32\)/)).not.toEqual([])
  })

  it('runs no text as code [ASVS 1.2.3, 1.3.2]', () => {
    expect(found(/\beval\s*\(|new Function\s*\(|\bset(Timeout|Interval)\(\s*['"`]|node:vm/)).toEqual([])
  })

  it('starts two other programs, without a shell [ASVS 1.2.5] [threat 25]', () => {
    const starting = ['apps/server/src/adapters/transcriber/ffmpeg.ts', 'apps/server/src/adapters/youtube/yt-dlp.ts']
    expect(found(/child_process/).toSorted()).toEqual(starting)
    expect(found(/shell:\s*true|\bexec(Sync)?\(\s*[`'"]/)).toEqual([])
  })

  it('gives the database text and values apart [ASVS 1.2.4] [threat 25]', () => {
    // Migrations write constants into what creates tables; nothing of a caller is there yet.
    expect(found(/sql\.(raw|lit)\b|\.executeQuery\(\s*[`'"]/, [], /^(apps\/[^/]+|packages\/[^/]+)\/src\//)).toEqual([])
    // Text given to a pool as a query holds nothing but itself.
    expect(found(/\.query\(\s*`[^`]*\$\{/)).toEqual([])
  })

  it('hashes, signs and encrypts by what is still trusted, with numbers nobody can guess [ASVS 11.2.3, 11.3.1, 11.3.2, 11.4.1, 11.4.3, 11.5.1]', () => {
    // YouTube's hub signs with HMAC-SHA-1 and nothing else; there it is checked, and not made.
    const ofHub = ['apps/server/src/adapters/hub/websub.ts']
    expect(found(/createHash\((?!\s*'sha256')|createHmac\((?!\s*'sha256')/, ofHub)).toEqual([])
    expect(found(/createCipheriv\((?!\s*'aes-256-gcm')|createDecipheriv\((?!\s*'aes-256-gcm')/)).toEqual([])
    expect(found(/\b(md5|sha1|des-|rc4|-ecb|-cbc|RSA_PKCS1_PADDING)\b/i, ofHub, /^apps\/server\/src\//)).toEqual([])
    expect(found(/Math\.random/, [], /^apps\/server\/src\/(features|http|adapters\/(signer|storage))\//)).toEqual([])
  })

  it('believes no certificate that nobody vouches for, and speaks TLS 1.2 at the least [ASVS 12.1.1, 12.3.2, 12.3.4]', () => {
    // Nobody vouches for a mail server on this very machine, and nobody stands between.
    const localMail = 'apps/server/src/adapters/mail/smtp.ts'
    expect(
      found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|minVersion|secureProtocol/, [
        localMail,
      ]),
    ).toEqual([])
    expect(found(/isLocal \? \{ tls: \{ rejectUnauthorized: false \} \} : \{\}/)).toEqual([localMail])
    expect(readFileSync(localMail, 'utf8').match(/rejectUnauthorized/g)).toHaveLength(1)
    expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2')
    const impostor = { subject: { CN: 'evil.example' }, subjectaltname: 'DNS:evil.example' }
    expect(checkServerIdentity('recaps.example', impostor as never)).toBeInstanceOf(Error)
  })

  it('listens in pages to messages of no window but the frame of a video, and to no change of the address that is a script [ASVS 1.2.2, 3.5.5]', () => {
    const frameOfVideo = 'apps/web/src/features/summaries/detail/VideoPanel.tsx'
    expect(
      found(/addEventListener\(\s*'message'|\.onmessage\s*=/, [frameOfVideo], /^apps\/web\/src\/(?!.*worker)/),
    ).toEqual([])
    expect(found(/javascript:/i, [], /^apps\/web\//)).toEqual([])
  })

  it('keeps password fields open to password managers and to what is pasted [ASVS 6.2.7]', () => {
    expect(found(/onPaste|onCopy|autoComplete="(off|nope|false)"/i, [], /^apps\/web\/src\/features\/auth\//)).toEqual(
      [],
    )
  })

  it('holds no secret of anybody [ASVS 13.3.1]', () => {
    expect(
      found(
        /sk_live_|sk_test_[A-Za-z0-9]{10}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\\?n?[A-Za-z0-9+/]{20}/,
      ),
    ).toEqual([])
  })

  it('has no account that everybody knows [ASVS 6.3.2] [threat 27]', () => {
    expect(found(/insertInto\('users'\)/, ['apps/server/src/features/users/repository.ts'])).toEqual([])
    expect(found(/insert into users/i)).toEqual([])
  })
})
