import { describe, expect, it } from 'vitest'
import { phoneFacts } from '../web/build/for-phones.ts'
import { readPhoneApp } from '../web/build/phone-app.ts'
import { read } from './test/files.ts'

const app = { ...readPhoneApp(), server: 'https://service.example' }
const { transformIndexHtml } = phoneFacts(app) as unknown as {
  transformIndexHtml: (html: string) => { html: string; tags: { tag: string; attrs: Record<string, string> }[] }
}
const page = transformIndexHtml(read('../web/phone.html'))
const policy = Object.fromEntries(
  page.tags
    .find(({ attrs }) => attrs['http-equiv'] === 'Content-Security-Policy')!
    .attrs.content!.split('; ')
    .map(rule => [rule.split(' ')[0]!, rule.split(' ').slice(1)]),
)

describe('the page in the phone apps', () => {
  it('loads nothing but itself, its service, and the video player that is asked for by a click', () => {
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['style-src']).toEqual(["'self'"])
    expect(policy['connect-src']).toEqual(["'self'", 'blob:', 'https://service.example'])
    expect(policy['frame-src']).toEqual(['https://www.youtube-nocookie.com'])
    expect(policy['form-action']).toEqual(["'none'"])
    expect(policy['base-uri']).toEqual(["'none'"])
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|\*|http:/)
  })

  it('shows pictures and plays sound of the service, and what is kept on the phone', () => {
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://service.example'])
    expect(policy['media-src']).toEqual(["'self'", 'blob:', 'https://service.example'])
  })

  it('stands edge to edge, has no script of its own in it, and is called what the app is called', () => {
    expect(page.html).toContain('viewport-fit=cover')
    expect(page.html).toContain(`<title>${app.name}</title>`)
    expect(page.html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/)
  })
})

describe('the page in place of one that could not be loaded', () => {
  const outdated = read('../web/outdated.html')

  it('speaks of Google Play only where the web view is too old, as on no iPhone, and leads back to the app elsewhere', () => {
    const [always, asNewAsNeeded] = outdated.split('@supports (color: color-mix(in srgb, red, blue))')
    expect(always).toMatch(/\.failed \{\s+display: none/)
    expect(asNewAsNeeded).toMatch(/^ \{\s+\.outdated \{\s+display: none;\s+\}\s+\.failed \{\s+display: block/)
    const [, old, failed] = /<div class="outdated">(.*)<div class="failed">(.*)/s.exec(outdated)!
    expect(old).toContain('Google Play')
    expect(failed).not.toMatch(/Google|Android|iPhone|iOS/)
    expect(failed).toContain('<a href="/">Try again</a>')
  })
})
