/** Languages that Whisper models know. */
const codes =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  )
const names = new Intl.DisplayNames('en', { type: 'language' })
const codeOfName = new Map(codes.map(code => [(names.of(code) ?? code).toLowerCase(), code]))

/** Converts a language code or English language name to a BCP 47 tag; returns `und` for anything else. */
export function languageTag(language: string | undefined): string {
  const name = (language ?? '').trim().toLowerCase()
  const code = codeOfName.get(name) ?? (/^[a-z]{2,3}(-[a-z\d]{2,8})*$/.test(name) ? name : 'und')
  return code === 'jw' ? 'jv' : code
}
