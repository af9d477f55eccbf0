/** Endings of the caption files that can be read. The content decides; names help to choose a file and to name its recap. */
const captionEndings = 'vtt srt sbv ass ssa lrc ttml dfxp xml srv1 srv2 srv3 json json3 txt'.split(' ')

export const captionEnding = new RegExp(String.raw`\.(?:${captionEndings.join('|')})$`, 'i')

/** As people are told what to choose. */
export const captionFilesInWords = '.vtt, .srt, .ass, .lrc, .ttml, .xml, .json or .txt'
