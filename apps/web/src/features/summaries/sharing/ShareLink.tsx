import { useRef, useState } from 'react'
import { copyFrom, hasShareSheet, openShareSheet } from '../../../device/share.ts'
import { Button } from '../../../ui/Button.tsx'
import { texts } from './texts.ts'

/** The link, to copy or to pass to the system's share sheet. */
export function ShareLink({ title, url }: { title: string; url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState<string | null>(null)
  const copy = async () => {
    if (!field.current) return
    setMessage((await copyFrom(field.current)) ? texts.copied : texts.notCopied)
  }
  return (
    <div className="share-link">
      <div className="share-link__row">
        <input
          ref={field}
          className="share-link__field"
          aria-label={texts.link}
          value={url}
          readOnly
          onFocus={event => event.target.select()}
        />
        <Button kind="primary" icon={message === texts.copied ? 'check' : 'paste'} onClick={copy}>
          {message === texts.copied ? texts.copied : texts.copy}
        </Button>
      </div>
      <p className={message === texts.notCopied ? 'share-link__said' : 'visually-hidden'} role="status">
        {message}
      </p>
      {hasShareSheet() && (
        <Button isWide icon="upload" onClick={() => openShareSheet({ title, url })}>
          {texts.shareVia}
        </Button>
      )}
    </div>
  )
}
