import './Icon.css'

/** Custom icons on a 24 × 24 grid: `line` icons are stroked, `solid` icons filled. One path each keeps long lists fast. */
const line = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'm14.5 5-7 7 7 7',
  chevron: 'm6 9.5 6 6 6-6',
  generate: 'M13 3 5 13.5h6L11 21l8-10.5h-6z',
  library: 'M5 4v16M10 4v16M15.2 4.6l4.3 15.2',
  popular:
    'M12 21a6.5 6.5 0 0 0 6.5-6.5c0-4.6-3.6-5.8-4.4-11.5-3 1.6-4.9 4.4-4.6 7.8-1-.4-1.6-1.4-1.7-2.6-1.5 1.6-2.3 3.9-2.3 6.3A6.5 6.5 0 0 0 12 21Zm0 0a3 3 0 0 0 3-3c0-1.9-1.6-2.5-2.2-4.5-1.8 1-3.8 2.6-3.8 4.5a3 3 0 0 0 3 3Z',
  send: 'M12 19.5v-15M5.5 11 12 4.5l6.5 6.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  search: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14Zm5-2 4.5 4.5',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  edit: 'M4.5 19.5v-4l11-11 4 4-11 11zM13 7l4 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M4 6h16v12.5H4zM4 7l8 6.5L20 7',
  skip: 'M4 12h13M12.5 7l5 5-5 5M20.5 6v12',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 20.5a8.5 8.5 0 1 1 0-17 8.5 8.5 0 0 1 0 17ZM12 7.5V12l3 2',
  upload: 'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 15.5v4h15v-4',
  paste: 'M9 5H6.5v15h11V5H15M9 3.5h6v3.5H9zM9.5 12h5M9.5 15.5h3.5',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4',
  undo: 'M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.5 5.9A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.2 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.4 9.4 0 0 0 4.3-1M10 10a3 3 0 0 0 4 4',
  file: 'M6.5 3.5h7L18 8v12.5H6.5zM13.5 3.5V8H18',
  flag: 'M6 21V4.5h11.5l-2.5 4 2.5 4H6',
  external: 'M13.5 4.5h6v6M19.5 4.5 11 13M17 14v5.5H4.5V7H10',
  queue: 'M4 6.5h12M4 11.5h12M4 16.5h7M18 13.5v6M15 16.5h6',
  timer: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2h.01',
  info: 'M12 20.5a8.5 8.5 0 1 1 0-17 8.5 8.5 0 0 1 0 17ZM12 11v5.5M12 7.8h.01',
  logout: 'M10 4.5H5v15h5M14.5 8l4 4-4 4M18 12H9.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z',
  captions: 'M4 5.5h16v13H4zM10.5 10.4a2.2 2.2 0 1 0 0 3.2M17 10.4a2.2 2.2 0 1 0 0 3.2',
  headphones: 'M4 17v-4a8 8 0 0 1 16 0v4M4 15.5h3.5V20H6a2 2 0 0 1-2-2zM20 15.5h-3.5V20H18a2 2 0 0 0 2-2z',
  text: 'M4 18.5 8.5 6h1L14 18.5M5.5 14.5h7M15 18.5l3-8h.7l3 8M16 15.8h4.7',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  settings:
    'M4 7h8M17 7h3M14.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM4 17h3M12 17h8M9.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  support: 'M4 5h16v11.5H11L6.5 20v-3.5H4zM8 9h8M8 12.5h5',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  download: 'M12 4.5v11M7.5 11 12 15.5 16.5 11M4.5 15.5v4h15v-4',
  device: 'M4 5h16v10.5H4zM9 19.5h6M12 15.5v4',
  card: 'M3 6h18v12.5H3zM3 10h18M6.5 15h4',
  keyboard: 'M3 6.5h18v11H3zM7 10h.01M10.5 10h.01M14 10h.01M17.5 10h.01M8 14h8',
} as const

const solid = {
  play: 'M7 4.8v14.4c0 .8.9 1.3 1.6.9l11.5-7.2c.6-.4.6-1.4 0-1.8L8.6 3.9c-.7-.4-1.6.1-1.6.9Z',
  pause:
    'M7 4.5h2.5c.6 0 1 .4 1 1v13c0 .6-.4 1-1 1H7c-.6 0-1-.4-1-1v-13c0-.6.4-1 1-1ZM14.5 4.5H17c.6 0 1 .4 1 1v13c0 .6-.4 1-1 1h-2.5c-.6 0-1-.4-1-1v-13c0-.6.4-1 1-1Z',
  next: 'M5 5.6v12.8c0 .8.9 1.3 1.6.8L16 13v6h2.5V5H16v6L6.6 4.8C5.9 4.3 5 4.8 5 5.6Z',
  previous: 'M19 5.6v12.8c0 .8-.9 1.3-1.6.8L8 13v6H5.5V5H8v6l9.4-6.2c.7-.5 1.6 0 1.6.8Z',
  stop: 'M8 6.5h8c.8 0 1.5.7 1.5 1.5v8c0 .8-.7 1.5-1.5 1.5H8c-.8 0-1.5-.7-1.5-1.5V8c0-.8.7-1.5 1.5-1.5Z',
  dot: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z',
} as const

export type IconName = keyof typeof line | keyof typeof solid

/** Only for the component gallery. */
export const iconNames = Object.keys({ ...line, ...solid }) as IconName[]

/** Decorative: the surrounding control has the accessible name. */
export function Icon({ name }: { name: IconName }) {
  const isSolid = name in solid
  return (
    <svg className={isSolid ? 'icon icon--solid' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={isSolid ? solid[name as keyof typeof solid] : line[name as keyof typeof line]} />
    </svg>
  )
}
