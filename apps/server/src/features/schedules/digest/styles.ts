import type { CSSProperties } from 'react'

/** Kept short: they are repeated for every video, and the size of a mail is limited. */
export const styles = {
  story: {
    color: '#b3261e',
    fontSize: '13px',
    fontWeight: 700,
    lineHeight: '18px',
    margin: '0 0 2px',
  },
  video: { borderTop: '1px solid #e7d9d3', marginTop: '22px', paddingTop: '20px' },
  title: { fontSize: '19px', lineHeight: '26px', margin: '0 0 2px', textAlign: 'left' },
  titleLink: { color: '#1f1714', textDecoration: 'none' },
  facts: { color: '#66554e', fontSize: '14px', lineHeight: '20px', margin: '0 0 10px' },
  points: { color: '#1f1714', fontSize: '16px', lineHeight: '24px', margin: 0, padding: '0 0 0 20px' },
  point: { margin: '0 0 7px' },
  at: { color: '#b3261e' },
  also: { borderLeft: '3px solid #e7d9d3', margin: '16px 0 0', paddingLeft: '14px' },
  alsoOn: { color: '#66554e', fontSize: '13px', fontWeight: 700, lineHeight: '18px', margin: '0 0 2px' },
  alsoTitle: { fontSize: '16px', lineHeight: '23px', margin: '0 0 2px', textAlign: 'left' },
  heading: {
    borderTop: '1px solid #e7d9d3',
    color: '#1f1714',
    fontSize: '17px',
    lineHeight: '24px',
    margin: '24px 0 10px',
    paddingTop: '20px',
  },
  line: { color: '#66554e', fontSize: '15px', lineHeight: '22px', margin: '0 0 10px' },
  lineLink: { color: '#1f1714' },
} satisfies Record<string, CSSProperties>
