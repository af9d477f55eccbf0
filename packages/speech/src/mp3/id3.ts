import nodeId3 from 'node-id3'

export type Picture = { mimeType: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
export type Chapter = { title: string; startMs: number; endMs: number }
export type Tags = { title: string; artist?: string; album?: string; picture?: Picture }

const FRONT_COVER = 3

/**
 * The ID3v2.3 tag, which goes before the first frame: title, artist, album, front cover, and chapters (CHAP and CTOC frames,
 * https://id3.org/id3v2-chapters-1.0). Control characters are removed from the texts.
 */
export function id3Tag({ title, artist, album, picture }: Tags, chapters: Chapter[]): Uint8Array {
  const elementIds = chapters.map((_, index) => `chapter-${index + 1}`)
  return nodeId3.create({
    title: printable(title),
    ...(artist && { artist: printable(artist) }),
    ...(album && { album: printable(album) }),
    ...(picture && {
      image: {
        mime: picture.mimeType,
        type: { id: FRONT_COVER, name: 'front cover' },
        description: '',
        imageBuffer: Buffer.from(picture.bytes),
      },
    }),
    ...(chapters.length > 0 && {
      tableOfContents: [{ elementID: 'contents', isOrdered: true, elements: elementIds }],
      chapter: chapters.map((chapter, index) => ({
        elementID: elementIds[index]!,
        startTimeMs: chapter.startMs,
        endTimeMs: chapter.endMs,
        tags: { title: printable(chapter.title) },
      })),
    }),
  })
}

function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
