import type { SummaryItem } from '@recaps/contract'
import { useRef, useState } from 'react'
import { copyFrom, hasShareSheet, passOn } from '../../../device/share.ts'
import { Button } from '../../../ui/Button.tsx'
import { sharedList } from './shared-list.ts'
import { texts } from './texts.ts'

/** The links of several summaries, to be copied as one list, or handed to what the system sends texts with. */
export function LinkList({ items }: { items: readonly SummaryItem[] }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const list = sharedList(items)
  const [copied, setCopied] = useState<{ list: string; isCopied: boolean } | null>(null)
  // What was said holds for the list that it was said of.
  const said = copied?.list === list ? (copied.isCopied ? texts.copied : texts.listNotCopied) : null
  const copy = async () => {
    if (field.current) setCopied({ list, isCopied: await copyFrom(field.current) })
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
      <Button kind="primary" icon={said === texts.copied ? 'check' : 'paste'} onClick={copy}>
        {said === texts.copied ? texts.copied : texts.copyMany(items.length)}
      </Button>
      <p className={said === texts.listNotCopied ? 'share-link__said' : 'visually-hidden'} role="status">
        {said}
      </p>
      {hasShareSheet() && (
        <Button isWide icon="upload" onClick={() => passOn({ title: texts.links(items.length), text: list })}>
          {texts.passOn}
        </Button>
      )}
    </div>
  )
}
