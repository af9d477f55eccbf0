import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'

let measured: VirtualItem[] = []

/**
 * The measured heights outlive the page, so that the list has its full height the moment it is shown again and the
 * window can scroll back to where it was.
 */
export const keptPlace = (): VirtualItem[] => measured

export function keepPlace(virtualizer: Virtualizer<Window, Element>) {
  measured = virtualizer.measurementsCache
}
