import type { SummaryItem } from '@recaps/contract'
import { useRef, useState } from 'react'
import { copyFrom, hasShareSheet, openShareSheet } from '../../../device/share.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatLinkList } from './link-list.ts'
import { texts } from './texts.ts'

/** The links of several summaries as one list, to copy or to pass to the system's share sheet. */
export function LinkList({ items }: { items: readonly SummaryItem[] }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const list = formatLinkList(items)
  const [copyResult, setCopyResult] = useState<{ list: string; isCopied: boolean } | null>(null)
  // The message disappears when the list changes.
  const message = copyResult?.list === list ? (copyResult.isCopied ? texts.copied : texts.listNotCopied) : null
  const copy = async () => {
    if (field.current) setCopyResult({ list, isCopied: await copyFrom(field.current) })
  }
  return (
    <div className="share-link">
      <textarea
        ref={field}
        className="share-link__field share-link__field--list"
        aria-label={texts.links(items.length)}
        value={list}
        rows={Math.min(items.length, 4)}
        wrap="off"
        readOnly
        onFocus={event => event.target.select()}
      />
      <Button kind="primary" icon={message === texts.copied ? 'check' : 'paste'} onClick={copy}>
        {message === texts.copied ? texts.copied : texts.copyMany(items.length)}
      </Button>
      <p className={message === texts.listNotCopied ? 'share-link__said' : 'visually-hidden'} role="status">
        {message}
      </p>
      {hasShareSheet() && (
        <Button isWide icon="upload" onClick={() => openShareSheet({ title: texts.links(items.length), text: list })}>
          {texts.shareVia}
        </Button>
      )}
    </div>
  )
}
