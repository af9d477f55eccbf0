/** A part of a caption's text, spoken words only. `turn`: the speaker changes before it. */
export interface PlainPiece {
  text: string
  turn: boolean
  speaker?: string
}

/**
 * Extracts the spoken text of a caption. Decodes entities (captions are often escaped twice); removes tags, control and bidirectional
 * characters, sound descriptions such as `[Music]` or `(applause)`, and song marks; treats `>>` and leading dashes as speaker changes.
 * The result never contains `<`, `>`, `[`, `]`, backtick, backslash, `*` or `|`, so it cannot open a tag or a Markdown link.
 */
export function plainPieces(raw: string): PlainPiece[] {
  // Fast path: most captions are a few plain words and need no replacements.
  if (!SUSPICIOUS.test(raw)) return raw.trim() ? [{ text: raw, turn: false }] : []
  const text = decodeEntities(raw.normalize('NFC'))
    .replaceAll(TURN, ' ')
    .replace(LINE_DASH, ` ${TURN} `)
    .replace(/>{2,}/g, ` ${TURN} `)
    .replace(UNPRINTABLE, ' ')
    .replace(/<\/?[a-zA-Z!][^<>]*>/g, ' ')
    .replace(/\[[^[\]]{0,60}\]/g, ' ')
    .replace(/\(([^()]{1,60})\)/g, (match, inside: string) => (SOUND.test(inside) ? ' ' : match))
    .replace(/[♪♫🎵🎶]/gu, ' ')
    .replace(/https?:\/\//g, '')
    .replace(SPELLED, letters => letters.replaceAll('_', ''))
    .replace(/[<>[\]`*|\\{}@]+/g, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\b(mm|uh|mhm|hmm) ?- ?(hmm|huh|uh|mm)\b/gi, '$1-$2')
  const pieces: PlainPiece[] = []
  text.split(TURN).forEach((part, i) => {
    const name = i > 0 || LABEL.test(part) ? part.match(LABEL) : null
    const spoken = name ? part.slice(name[0].length) : part
    if (spoken.trim())
      pieces.push({ text: spoken, turn: i > 0 || name !== null, ...(name ? { speaker: name[1] } : {}) })
  })
  return pieces
}

/** Placeholder for a speaker change during cleaning. */
const TURN = '␞'

const SUSPICIOUS = /[^A-Za-z0-9 .,?!'$%"\n-]|(^|\n)\s*-|\b(mm|uh) ?- ?h|^\s*[A-Z]{2}/

const LINE_DASH = /(^|\n)\s*[-–—]+\s+(?=\S)/g

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

const SOUND =
  /\b(music|musical|applau\w*|clap\w*|laugh\w*|chuckl\w*|giggl\w*|cheer\w*|sigh\w*|gasp\w*|cough\w*|sneez\w*|sniff\w*|groan\w*|moan\w*|scream\w*|shout\w*|whisper\w*|whistl\w*|silence|inaudible|indistinct|unintelligible|crosstalk|chatter\w*|noise|static|beep\w*|bell|ding\w*|buzz\w*|click\w*|thud|bang\w*|snort\w*|throat|speaking \w+|foreign|laughter|phonetic|sic|sound\w*|ringing|humming|singing|murmur\w*|upbeat|dramatic)\b/i

/** Letters spelled out by transcribers: `T_V_`, `L_C_D_`. */
const SPELLED = /\b(?:[A-Za-z]_){1,8}(?:[A-Za-z]\b)?/g

/** A speaker label: `DANNY:` or `SPEAKER 2:`. */
const LABEL = /^\s*([A-Z][A-Z.'-]+(?: [A-Z0-9][A-Z0-9.'-]*){0,3}|Speaker \d+):\s+/

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntities(text: string): string {
  let decoded = text
  for (let round = 0; round < 2 && decoded.includes('&'); round++)
    decoded = decoded.replace(/&(amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});/gi, (match, name: string) => {
      if (name[0] !== '#') return ENTITIES[name.toLowerCase()] ?? match
      const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
  return decoded
}
