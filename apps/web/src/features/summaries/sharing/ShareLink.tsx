import { useRef, useState } from 'react'
import { copyFrom, hasShareSheet, passOn } from '../../../device/share.ts'
import { Button } from '../../../ui/Button.tsx'
import { texts } from './texts.ts'

/** The link itself, to be copied, or handed to what the system sends links with. */
export function ShareLink({ title, url }: { title: string; url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    if (!field.current) return
    setSaid((await copyFrom(field.current)) ? texts.copied : texts.notCopied)
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
        <Button kind="primary" icon={said === texts.copied ? 'check' : 'paste'} onClick={copy}>
          {said === texts.copied ? texts.copied : texts.copy}
        </Button>
      </div>
      <p className={said === texts.notCopied ? 'share-link__said' : 'visually-hidden'} role="status">
        {said}
      </p>
      {hasShareSheet() && (
        <Button isWide icon="upload" onClick={() => passOn({ title, url })}>
          {texts.passOn}
        </Button>
      )}
    </div>
  )
}
