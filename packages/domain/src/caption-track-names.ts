/**
 * Classifies a caption track by its name. `partial`: it has few of the spoken words or none (a chat, a test, signs, only the
 * foreign-language parts). `other`: a complete text about the video, but not the spoken words (lyrics, a commentary, an audio
 * description). Null: nothing in the name suggests that it lacks the spoken words.
 *
 * @param name The name given by the creator or the site: "English - Twitch Chat".
 */
export function classifyTrackName(name: string): 'partial' | 'other' | null {
  const words = normalize(creatorName(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  // A longer name is a title and may be about anything.
  if (words.length === 0 || words.length > maxNameWords) return null
  const text = ` ${words.join(' ')} `
  if (includesSpeech.test(text)) return null
  if (partialNames.some(pattern => pattern.test(text))) return 'partial'
  return otherNames.some(pattern => pattern.test(text)) ? 'other' : null
}

/** The creator's part of "English - Twitch Chat"; the complete name if no language precedes it. */
const creatorName = (name: string): string => {
  const [language = '', ...own] = name.slice(0, 200).split(/\s+[-–—]\s+/)
  return own.length > 0 ? own.join(' ') : language
}

/** Lower case, without accents. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const maxNameWords = 6

/** "Dialogue, signs and songs", "SDH with lyrics": the track includes the spoken words. */
const includesSpeech =
  / (?:dialog(?:ues?|s|e|os?|hi)?|speech|spoken|sdh|hoh|cc|closed captions?|no|non|without|ohne|sans|sin) /

const pattern = (source: string): RegExp => new RegExp(normalize(source), 'u')
/** Matches whole words anywhere in the name. */
const anywhere = (...words: string[]) => pattern(` (?:${words.join('|')}) `)
/** Like `anywhere`, for languages without spaces between words. */
const within = (...parts: string[]) => pattern(parts.join('|'))
/** Matches only if the name has no other words, because next to other words these mean something else. */
const onlyWords = (...words: string[]) =>
  pattern(`^ (?:(?:${fillers}) )*(?:${words.join('|')}) (?:(?:${words.join('|')}|${fillers}) )*$`)
const fillers =
  'the|only|just|for|track|tracks|file|subs?|subtitles?|captions?|text|video|and|und|et|y|e|и|&|or|\\d{1,3}|v\\d{1,3}'

const partialNames = [
  anywhere(
    '(?:twitch|live|stream|youtube|yt|discord|kick|viewers?|audience|super) ?chats?(?! (?:with|mit|avec|con|com))',
  ),
  anywhere('chat (?:logs?|replay|messages|history|en direct|en vivo|ao vivo|in diretta)', '(?:viewers?|live) comments'),
  onlyWords(
    'chats?',
    'tchat',
    'clavardage',
    'czat',
    'sohbet',
    'чат',
    'دردشة',
    'twitch',
    'danmaku',
    'danmu',
    'comments',
  ),
  within('チャット', '弹幕', '彈幕', '弾幕', '聊天', '채팅'),
  onlyWords(
    ...[
      'tests?',
      'testing',
      'testen',
      'teste',
      'pruebas?',
      'prova',
      'essai',
      'тест',
      'проба',
      'upload',
      'asdf',
      'dummy',
    ],
    ...['drafts?', 'placeholder', '(?:please )?(?:delete|ignore)(?: me| this)?', 'do not use', 'don ?t use', 'wip'],
    ...['entwurf', 'brouillon', 'borrador', 'rascunho', 'bozza', 'taslak', 'черновик'],
  ),
  within('テスト', '测试', '測試', '테스트', 'اختبار'),
  anywhere(
    'forced',
    'erzwungene?',
    'forcee?s?',
    'forzad[oa]s?',
    'forzat[oi]',
    'forçad[oa]s?',
    'geforceerd',
    'wymuszone',
  ),
  anywhere('форсированные', 'zorunlu', 'foreign (?:parts? |language )?only'),
  within('强制', '強制', '강제'),
  onlyWords(
    ...['signs?', 'songs?', 'on ?screen', 's s', 'karaoke', 'credits', 'typeset(?:ting)?', 'schilder', 'lieder'],
    ...['einblendungen', 'panneaux', 'chansons', 'carteles', 'letreros', 'canciones', 'placas', 'canções', 'músicas'],
    ...['cartelli', 'canzoni', 'надписи', 'песни', 'napisy ekranowe', 'piosenki'],
  ),
]

const otherNames = [
  anywhere('lyrics?', 'song ?texte?', 'lied ?texte?', 'paroles', 'letras?', 'testo della canzone', 'tekst piosenki'),
  anywhere('текст песни', 'слова песни', 'şarkı sözleri', 'كلمات الأغنية', 'lirik'),
  within('歌詞', '歌词', '가사'),
  anywhere(
    '(?:directors?|cast|crew|audio|dev|developers?|authors?|producers?|creators?)(?: s)? comment(?:s|ary|aries)',
  ),
  anywhere('comment(?:ary|aries) (?:track|by|with|from)', '(?:regie|audio) ?kommentare?', 'комментарии режиссёра'),
  anywhere(
    'commentaires? (?:du|de|des|audio)',
    'comentarios? (?:del?|do|da|dos|audio)',
    'commento (?:del|della|audio)',
  ),
  anywhere('komentarz reżysera', 'yönetmen yorumu'),
  onlyWords(
    'commentary',
    'commentaries',
    'commentaires?',
    'kommentare?',
    'comentarios?',
    'commento',
    'commenti',
    'комментарии',
  ),
  onlyWords('commentaar', 'komentarz', 'yorum', 'تعليق', 'notes', 'annotations?', 'trivia', 'anmerkungen'),
  within('コメンタリー', '副音声', '评论音轨', '評論音軌', '导演评论', '導演評論', '코멘터리'),
  anywhere('audio ?descriptions?', 'descriptive audio', 'descri(?:bed|ptive) (?:video|track|text)', 'hörfassung'),
  anywhere('audio ?deskription', 'bildbeschreibung', 'audio ?descripción', 'audio ?descrição', 'audio ?descrizione'),
  anywhere('audio ?descriptie', 'audio ?deskrypcja', 'sesli betimleme', 'тифлокомментарии', 'وصف صوتي'),
  onlyWords('ad', 'dvs', 'descriptions?', 'descriptive'),
  within('音声解説', '口述影像', '화면해설'),
]
