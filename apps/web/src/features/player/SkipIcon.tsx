const paths = {
  back: 'M7.5 3.5 4 7l3.5 3.5M4.3 7H13a7 7 0 1 1-7 7M9.7 12v5M12.5 16.6c.4.3.8.4 1.3.4a1.5 1.5 0 0 0 0-3.1h-1.1V12h2.4',
  forward:
    'M16.5 3.5 20 7l-3.5 3.5M19.7 7H11a7 7 0 1 0 7 7M8.7 12v5M11.5 16.6c.4.3.8.4 1.3.4a1.5 1.5 0 0 0 0-3.1h-1.1V12h2.4',
} as const

/** An arrow around “15”, for the buttons that skip 15 seconds. Not part of `Icon`, because only the player needs it. */
export const SkipIcon = ({ direction }: { direction: keyof typeof paths }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[direction]} />
  </svg>
)
