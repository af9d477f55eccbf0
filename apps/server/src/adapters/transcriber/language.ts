/** The languages that recognisers of Whisper's kind know. */
const codes =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  )
const names = new Intl.DisplayNames('en', { type: 'language' })
const codeOfName = new Map(codes.map(code => [(names.of(code) ?? code).toLowerCase(), code]))

/** What a recogniser calls a language, by its code or by its English name, as a BCP 47 tag; `und` for what is neither. */
export function languageTag(told: string | undefined): string {
  const name = (told ?? '').trim().toLowerCase()
  const code = codeOfName.get(name) ?? (/^[a-z]{2,3}(-[a-z\d]{2,8})*$/.test(name) ? name : 'und')
  return code === 'jw' ? 'jv' : code
}
