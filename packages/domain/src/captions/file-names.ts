/** Extensions of supported caption files, used to choose a file and to name its recap. The format is detected from the content. */
const captionEndings = 'vtt srt sbv ass ssa lrc ttml dfxp xml srv1 srv2 srv3 json json3 txt'.split(' ')

export const captionExtension = new RegExp(String.raw`\.(?:${captionEndings.join('|')})$`, 'i')

/** The list for users who choose a file. */
export const captionFileTypes = '.vtt, .srt, .ass, .lrc, .ttml, .xml, .json or .txt'
