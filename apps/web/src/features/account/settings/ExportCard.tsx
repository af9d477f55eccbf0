import type { AccountExport } from '@recaps/contract'
import { isPhone } from '../../../device/is-phone.ts'
import { serverFileUrl } from '../../../device/server-url.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { formatDayAndTime } from '../../../ui/time.ts'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { useExport, useStartExport } from './data-queries.ts'
import { texts } from './texts.ts'

const exportTexts = texts.data

export function ExportCard() {
  const exported = useExport()
  const start = useStartExport()
  const noteFocus = useFocusNextRow()
  return (
    <Card title={exportTexts.title}>
      <p className="account__lead">{exportTexts.lead}</p>
      {exported.isPending && (
        <Skeleton label={exportTexts.loading}>
          <Bone height="2.75rem" />
        </Skeleton>
      )}
      {exported.isError && !exported.data && (
        <PartFailed query={exported} retry={exportTexts.retry} tone="warning">
          {exportTexts.loadFailed}
        </PartFailed>
      )}
      {exported.data && (
        <fieldset className="account__form" aria-label={exportTexts.title} onFocus={noteFocus}>
          <ExportState {...exported.data} isStarting={start.isPending} onStart={() => start.mutate()} />
        </fieldset>
      )}
    </Card>
  )
}

interface StateProps extends AccountExport {
  isStarting: boolean
  onStart(): void
}

function ExportState({ state, url, bytes, expiresAt, isStarting, onStart }: StateProps) {
  if (state === 'preparing')
    return (
      <div className="account__form">
        <p role="status">{exportTexts.preparing}</p>
        <ProgressBar fraction={null} label={exportTexts.preparing} />
      </div>
    )
  const isReady = state === 'ready' && url !== null
  return (
    <>
      {state === 'failed' && <Banner tone="danger">{exportTexts.failed}</Banner>}
      {isReady && expiresAt && <p role="status">{exportTexts.availableUntil(formatDayAndTime(expiresAt))}</p>}
      <div className="account__pair settings__files">
        {/* On phones the browser downloads the file: it can be larger than the app's memory. */}
        {isReady && (
          <a className="button button--primary" href={serverFileUrl(url)} download={!isPhone}>
            <Icon name="download" />
            <span>{exportTexts.download(formatBytes(bytes ?? 0))}</span>
          </a>
        )}
        <Button isBusy={isStarting} onClick={onStart}>
          {isReady ? exportTexts.again : exportTexts.start}
        </Button>
      </div>
    </>
  )
}
