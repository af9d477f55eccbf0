import './ProgressBar.css'

/** `fraction` is between 0 and 1, or null if the progress is unknown. */
export function ProgressBar({ fraction, label }: { fraction: number | null; label: string }) {
  const percent = fraction === null ? undefined : Math.round(Math.min(1, Math.max(0, fraction)) * 100)
  return (
    <div
      className="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-unknown={percent === undefined ? '' : undefined}
    >
      <div className="progress-bar__fill" style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  )
}
