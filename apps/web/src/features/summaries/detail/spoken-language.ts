import type { SummaryContent } from '@recaps/contract'

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The English name of the language that is spoken, undefined for one without a name here; null where it is English. */
export function spokenLanguage({ transcript }: SummaryContent): string | undefined | null {
  const { language } = transcript
  if (!language || /^(en|und)\b/i.test(language)) return null
  try {
    return names.of(language)
  } catch {
    // No tag that the browser can read.
    return undefined
  }
}
