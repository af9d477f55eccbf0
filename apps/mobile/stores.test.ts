import { readFileSync } from 'node:fs'
import path from 'node:path'
import { planById } from '@recaps/domain/plans'
import { thirdParties } from '@recaps/domain/third-parties'
import { describe, expect, it, test } from 'vitest'
import { androidAttribute, elementsByTag, plist, read, root, xml } from './test/files.ts'

const doc = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8')
const listing = doc('stores/listing.md')
const privacy = doc('stores/privacy.md')
const review = doc('stores/review.md')

/** Imported dynamically, because the web app's sources need browser types. */
const policyFile = path.join(root, 'apps/web/src/features/legal/privacy.ts')
const { privacySections } = (await import(policyFile)) as {
  privacySections: (here: object) => { id: string; blocks: (string | object)[] }[]
}

/** Maximum lengths in characters. */
const limits = {
  'App Store': {
    Name: 30,
    Subtitle: 30,
    'Promotional text': 170,
    Keywords: 100,
    Description: 4000,
    "What's New": 4000,
  },
  'Google Play': { Title: 30, 'Short description': 80, 'Full description': 4000, 'Release notes': 500 },
} as const

/** Texts of one store, by heading. */
const textsOf = (store: string): Record<string, { limit: number; text: string }> =>
  Object.fromEntries(
    partAfter(listing, `\n## ${store}\n`, /\n## /)
      .split(/\n### /)
      .slice(1)
      .map(part => {
        const [, name, limit, text] = /^(.+) \((\d+)\)\n([\s\S]*)$/.exec(part)!
        return [name!, { limit: Number(limit), text: text!.trim() }]
      }),
  )

describe('store listings', () => {
  test.each(Object.entries(limits))(
    'the listing for the %s is complete and within its length limits',
    (store, expected) => {
      const texts = textsOf(store)
      expect(Object.fromEntries(Object.entries(texts).map(([name, { limit }]) => [name, limit]))).toEqual(expected)
      for (const [name, { limit, text }] of Object.entries(texts)) {
        expect([name, text.length > 0 && [...text].length <= limit]).toEqual([name, true])
        expect(text.replaceAll('PUBLIC_URL/', ''), name).not.toMatch(/[*_#`[\]]|https?:/)
      }
    },
  )

  it('the store listings name no other platform and no price, which the stores reject', () => {
    const [apple, google] = [JSON.stringify(textsOf('App Store')), JSON.stringify(textsOf('Google Play'))]
    expect(apple).not.toMatch(/Android|Google|Play Store/)
    expect(google).not.toMatch(/iPhone|iPad|iOS|Apple|App Store/)
    for (const texts of [apple, google]) expect(texts).not.toMatch(/\$|€|\bbest\b|#1|\bfree\b/i)
  })

  it('both store descriptions are the same and state that the app is not made by YouTube', () => {
    const { Description } = textsOf('App Store')
    const { 'Full description': full } = textsOf('Google Play')
    const [same, links] = Description!.text.split('\n\nTerms of Use: ')
    expect(same!.toLowerCase()).toBe(full!.text.toLowerCase())
    // Apple requires both links in apps that sell subscriptions.
    expect(links).toBe('PUBLIC_URL/terms\nPrivacy Policy: PUBLIC_URL/privacy')
    expect(full!.text).toContain('not made by YouTube')
  })

  it('the App Store keywords contain no duplicates and no word of the name', () => {
    const { Name, Keywords } = textsOf('App Store')
    const words = Keywords!.text.split(',')
    expect(new Set(words).size).toBe(words.length)
    expect(words.filter(word => word !== word.trim() || Name!.text.toLowerCase().split(/\W+/).includes(word))).toEqual(
      [],
    )
  })
})

describe('data safety answers', () => {
  const rows = (heading: string) =>
    [...partAfter(privacy, heading, /\n## /).matchAll(/^\|(.+)\|$/gm)]
      .map(([, row]) => row!.split('|').map(cell => cell.trim()))
      .slice(2)

  const policy = privacySections({
    productName: 'Recaps',
    supportEmail: 'support@recaps.example',
    defaultPlan: planById('free'),
    parties: new Set(thirdParties),
    isSold: true,
    isCounted: true,
    isDemo: false,
  })
  const policyTitles = policy
    .find(({ id }) => id === 'account')!
    .blocks.flatMap(block =>
      typeof block === 'object' && 'rows' in block ? (block.rows as [string, string][]).map(([title]) => title) : [],
    )

  it('the App Privacy answers match the iOS privacy manifest', () => {
    const manifest = plist('ios/App/App/PrivacyInfo.xcprivacy').NSPrivacyCollectedDataTypes as Record<string, string>[]
    expect(
      rows('\n## App Privacy')
        .map(([, kind]) => kind!)
        .toSorted(),
    ).toEqual(manifest.map(one => one.NSPrivacyCollectedDataType!.replace('NSPrivacyCollectedDataType', '')).toSorted())
  })

  test.each(['\n## App Privacy', '\n## Data safety'])(
    'the data safety answers cover the privacy policy and nothing else: %s',
    heading => {
      const cited = new Set(rows(heading).map(row => row.at(-1)!))
      expect([...cited].filter(title => !policyTitles.includes(title))).toEqual([])
      // Google has no data type for these two.
      const uncited = policyTitles.filter(title => !cited.has(title))
      expect(['What you follow', 'Where you are logged in']).toEqual(expect.arrayContaining(uncited))
    },
  )
})

describe('notes for store reviewers', () => {
  const manifest = xml(read('android/app/src/main/AndroidManifest.xml'))

  it('the review notes give a reason for every Android permission', () => {
    const requested = elementsByTag(manifest, 'uses-permission')
      .filter(one => one.getAttribute('tools:node') !== 'remove')
      .map(one => androidAttribute(one, 'name')!.replace('android.permission.', ''))
    for (const name of [...requested, 'ACCESS_NETWORK_STATE', 'VIBRATE']) expect(review).toContain(`\`${name}\``)
  })

  it('the review notes quote the texts of the iOS permission prompts', () => {
    const info = plist('ios/App/App/Info.plist')
    const descriptions = Object.entries(info).filter(([key]) => key.endsWith('UsageDescription'))
    for (const [, text] of descriptions) expect(review).toContain(`| ${text} |`)
    expect(descriptions).toHaveLength(3)
  })

  it('the review notes describe deleting an account with the app’s own labels', () => {
    const texts = readFileSync(path.join(root, 'apps/web/src/features/account/settings/texts.ts'), 'utf8')
    expect(texts).toContain("title: 'Delete account'")
    expect(review).toContain('Settings, Delete account')
  })
})

describe('docs/mobile.md', () => {
  const guide = doc('mobile.md')

  it('the mobile guide explains every setting of app.json and names every file that must not be committed', () => {
    const facts = JSON.parse(read('app.json')) as Record<string, unknown>
    for (const name of Object.keys(facts)) expect(guide).toMatch(new RegExp(`\\| \`${name}[\`.]`))
    for (const file of ['keystore.properties', 'signing.xcconfig', 'google-services.json', 'GoogleService-Info.plist'])
      expect(guide).toContain(file)
  })

  it('the mobile guide and store docs have no broken links or anchors', () => {
    for (const [name, text] of [
      ['mobile.md', guide],
      ['stores/listing.md', listing],
      ['stores/privacy.md', privacy],
      ['stores/review.md', review],
    ] as const)
      for (const [, file, anchor] of text.matchAll(/\]\((?!https?:)([\w./-]*)(?:#([\w-]+))?\)/g)) {
        const target = file ? path.join(root, 'docs', path.dirname(name), file) : path.join(root, 'docs', name)
        const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => slug(title!))
        if (anchor) expect(headings, `${name} to ${anchor}`).toContain(anchor)
      }
  })
})

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function partAfter(text: string, start: string, end: RegExp): string {
  const rest = text.slice(text.indexOf(start) + start.length)
  expect(text).toContain(start)
  return rest.split(end)[0]!
}
