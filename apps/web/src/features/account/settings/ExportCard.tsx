import type { AccountExport } from '@recaps/contract'
import { addressOf } from '../../../device/address.ts'
import { isPhone } from '../../../device/is-phone.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { sizeOf } from '../../../ui/size.ts'
import { dayAndTime } from '../../../ui/time.ts'
import { useFocusBeside } from '../../../ui/useFocusBeside.ts'
import { useExport, useStartExport } from './data-queries.ts'
import { texts } from './texts.ts'

const words = texts.data

export function ExportCard() {
  const exported = useExport()
  const start = useStartExport()
  const noteFocus = useFocusBeside()
  return (
    <Card title={words.title}>
      <p className="account__lead">{words.lead}</p>
      {exported.isPending && (
        <Skeleton label={words.loading}>
          <Bone height="2.75rem" />
        </Skeleton>
      )}
      {exported.isError && !exported.data && (
        <PartFailed of={exported} retry={words.retry} tone="warning">
          {words.unreadable}
        </PartFailed>
      )}
      {exported.data && (
        <fieldset className="account__form" aria-label={words.title} onFocus={noteFocus}>
          <State {...exported.data} isStarting={start.isPending} onStart={() => start.mutate()} />
        </fieldset>
      )}
    </Card>
  )
}

interface StateProps extends AccountExport {
  isStarting: boolean
  onStart(): void
}

function State({ state, url, bytes, expiresAt, isStarting, onStart }: StateProps) {
  if (state === 'preparing')
    return (
      <div className="account__form">
        <p role="status">{words.preparing}</p>
        <ProgressBar fraction={null} label={words.preparing} />
      </div>
    )
  const isThere = state === 'ready' && url !== null
  return (
    <>
      {state === 'failed' && <Banner tone="danger">{words.failed}</Banner>}
      {isThere && expiresAt && <p role="status">{words.until(dayAndTime(expiresAt))}</p>}
      <div className="account__pair settings__files">
        {/* A phone hands the address to its browser, which can save what is larger than an app's memory. */}
        {isThere && (
          <a className="button button--primary" href={addressOf(url)} download={!isPhone}>
            <Icon name="download" />
            <span>{words.download(sizeOf(bytes ?? 0))}</span>
          </a>
        )}
        <Button isBusy={isStarting} onClick={onStart}>
          {isThere ? words.again : words.start}
        </Button>
      </div>
    </>
  )
}
