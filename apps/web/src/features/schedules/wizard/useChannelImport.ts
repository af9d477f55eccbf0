import { useState } from 'react'
import { useImportChannels } from '../queries.ts'

/** API limit in characters. Also used for file sizes in bytes, because a file has at most as many characters as bytes. */
export const maxListLength = 400_000

/** State of a channel import: the pasted text, the request, and the channels found. */
export function useChannelImport() {
  const read = useImportChannels()
  const [pasted, setPasted] = useState<string | null>(null)
  const [fault, setFault] = useState<'tooLarge' | 'unreadable' | null>(null)
  const ifSmallEnough = (size: number, send: () => void) => {
    setFault(size > maxListLength ? 'tooLarge' : null)
    if (size <= maxListLength) send()
  }
  return {
    found: read.data,
    error: read.error,
    isReading: read.isPending,
    /** Why a file or text was not sent. */
    fault,
    /** Text in the field for pasted lists; null while the field is closed. */
    pasted,
    setPasted,
    readPasted: (text: string) =>
      ifSmallEnough(text.length, () => {
        setPasted(text)
        read.mutate(text)
      }),
    readFile: (file: File) =>
      ifSmallEnough(file.size, () => void file.text().then(read.mutate, () => setFault('unreadable'))),
    close() {
      read.reset()
      setPasted(null)
    },
  }
}

export type ChannelImport = ReturnType<typeof useChannelImport>
