import { describe, expect, it } from 'vitest'
import { readPhoneApp } from '../web/build/phone-app.ts'
import { phoneFacts } from '../web/build/phone-build.ts'
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

describe('page of the phone apps', () => {
  it('the phone page’s CSP allows only the app, its server and the YouTube player', () => {
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['style-src']).toEqual(["'self'"])
    expect(policy['connect-src']).toEqual(["'self'", 'blob:', 'https://service.example'])
    expect(policy['frame-src']).toEqual(['https://www.youtube-nocookie.com'])
    expect(policy['form-action']).toEqual(["'none'"])
    expect(policy['base-uri']).toEqual(["'none'"])
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|\*|http:/)
  })

  it('the phone page’s CSP allows images and audio from the server and from offline files', () => {
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://service.example'])
    expect(policy['media-src']).toEqual(["'self'", 'blob:', 'https://service.example'])
  })

  it('the phone page is edge to edge, has no inline script, and its title is the app’s name', () => {
    expect(page.html).toContain('viewport-fit=cover')
    expect(page.html).toContain(`<title>${app.name}</title>`)
    expect(page.html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/)
  })
})

describe('error page of the phone apps', () => {
  const outdated = read('../web/outdated.html')

  it('the error page mentions Google Play only for outdated web views, and otherwise links back to the app', () => {
    const [oldBrowsers, supportedBrowsers] = outdated.split('@supports (color: color-mix(in srgb, red, blue))')
    expect(oldBrowsers).toMatch(/\.failed \{\s+display: none/)
    expect(supportedBrowsers).toMatch(/^ \{\s+\.outdated \{\s+display: none;\s+\}\s+\.failed \{\s+display: block/)
    const [, outdatedText, failedText] = /<div class="outdated">(.*)<div class="failed">(.*)/s.exec(outdated)!
    expect(outdatedText).toContain('Google Play')
    expect(failedText).not.toMatch(/Google|Android|iPhone|iOS/)
    expect(failedText).toContain('<a href="/">Try again</a>')
  })
})
