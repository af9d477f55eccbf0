import type { parseVideoLinks } from '@recaps/domain/video-url'
import { useEffect, useState } from 'react'

/** Finds video links in a text. Loaded separately because it is large; the page accepts text before it has loaded. */
export type LinkReader = typeof parseVideoLinks

let reader: LinkReader | null = null

export const getLinkReader = (): LinkReader | null => reader

export async function loadLinkReader(): Promise<LinkReader> {
  reader ??= (await import('@recaps/domain/video-url')).parseVideoLinks
  return reader
}

/** Whether the reader has loaded. Throws to the error boundary of the page if loading fails. */
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
