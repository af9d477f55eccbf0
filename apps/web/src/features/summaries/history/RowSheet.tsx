import type { SummaryItem } from '@recaps/contract'
import DownloadSheet from '../download/DownloadSheet.tsx'
import ShareSheet from '../sharing/ShareSheet.tsx'

export type RowSheetKind = 'share' | 'download'

interface Props {
  kind: RowSheetKind
  item: SummaryItem
  isOpen: boolean
  onClose(): void
}

/** The sheet that a row opens over the list. */
export default function RowSheet({ kind, item, ...dialog }: Props) {
  return kind === 'share' ? <ShareSheet summary={item} {...dialog} /> : <DownloadSheet item={item} {...dialog} />
}
