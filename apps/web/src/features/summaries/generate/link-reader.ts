import type { parseVideoLinks } from '@recaps/domain/video-url'
import { useEffect, useState } from 'react'

/**
 * What finds videos in a text. It knows the links of many apps and services, so it comes beside the page and not in it: the
 * page is there before, and takes text meanwhile.
 */
export type LinkReader = typeof parseVideoLinks

let reader: LinkReader | null = null

export const linkReader = (): LinkReader | null => reader

export async function loadLinkReader(): Promise<LinkReader> {
  reader ??= (await import('@recaps/domain/video-url')).parseVideoLinks
  return reader
}

/** Whether texts can be read by now. A reader that does not come is a failure of the page, like any part of it. */
export function useLinkReader(): boolean {
  const [state, setState] = useState<{ error?: unknown } | null>(() => (reader ? {} : null))
  useEffect(() => {
    loadLinkReader().then(
      () => setState({}),
      error => setState({ error }),
    )
  }, [])
  if (state && 'error' in state) throw state.error
  return state !== null
}
