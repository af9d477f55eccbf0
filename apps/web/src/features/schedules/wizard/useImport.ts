import { useState } from 'react'
import { useImportChannels } from '../queries.ts'

/** As the contract has it, in characters; a file of so many bytes never has more. */
export const largestList = 400_000

/** A list of channels that is brought: what was pasted, where it is read, and what was found in it. */
export function useImport() {
  const read = useImportChannels()
  const [pasted, setPasted] = useState<string | null>(null)
  const [fault, setFault] = useState<'tooLarge' | 'unreadable' | null>(null)
  const take = (size: number, text: () => void) => {
    setFault(size > largestList ? 'tooLarge' : null)
    if (size <= largestList) text()
  }
  return {
    found: read.data,
    error: read.error,
    isReading: read.isPending,
    /** Why a file or text is not even sent. */
    fault,
    /** The text in the field for lists; null where that is not open. */
    pasted,
    setPasted,
    readPasted: (text: string) =>
      take(text.length, () => {
        setPasted(text)
        read.mutate(text)
      }),
    readFile: (file: File) => take(file.size, () => void file.text().then(read.mutate, () => setFault('unreadable'))),
    close() {
      read.reset()
      setPasted(null)
    },
  }
}

export type Import = ReturnType<typeof useImport>
