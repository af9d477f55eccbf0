import { parseVideoLink, type VideoLinkRefusal } from '@recaps/domain/video-url'
import { pasteTokens } from '@recaps/domain/youtube-address'
import { Link } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { paths } from '../../schedules/wizard/paths.ts'
import { type Input, mostLinks } from './model.ts'
import { notTaken as texts } from './not-taken-texts.ts'

interface Props {
  text: string
  input: Extract<Input, { kind: 'videos' | 'wrong_link' }>
}

/** More would push the videos out of view. */
const mostNamed = 5

/** The links of a paste that no summary is made of, each with its reason. */
export function NotTaken({ text, input }: Props) {
  const all = linksWithoutVideo(text)
  if (input.kind === 'wrong_link') {
    const reasons = new Set(all.map(({ reason }) => reason))
    return [...reasons].map(reason => (
      <Banner key={reason} tone="warning" action={reason === 'channel' && <FollowLink />}>
        {texts.alone[reason]}
      </Banner>
    ))
  }
  // Among words around a video, "Node.js" is a name and no address.
  const links = all.filter(({ link, reason }) => reason !== 'not_youtube' || link.includes('/'))
  return (
    <>
      {input.leftOut > 0 && <Banner tone="info">{texts.leftOut(mostLinks, input.leftOut)}</Banner>}
      {links.length > 0 && (
        <Banner tone="warning">
          <p>{texts.onlyVideos(input.videoIds.length)}</p>
          <ul className="not-taken" aria-label={texts.list}>
            {links.slice(0, mostNamed).map(({ link, reason }) => (
              <li key={link}>
                <span className="not-taken__link">{link}</span> {texts.beside[reason]}{' '}
                {reason === 'channel' && <FollowLink />}
              </li>
            ))}
            {links.length > mostNamed && <li>{texts.more(links.length - mostNamed)}</li>}
          </ul>
        </Banner>
      )}
    </>
  )
}

const FollowLink = () => <Link to={paths.channels}>{texts.follow}</Link>

type Reason = Exclude<VideoLinkRefusal, 'empty' | 'not_a_link'>

/** Each once, without what every address begins with. */
function linksWithoutVideo(text: string): { link: string; reason: Reason }[] {
  const reasons = new Map<string, Reason>()
  for (const token of pasteTokens(text)) {
    const found = parseVideoLink(token)
    if (found.kind === 'video' || found.reason === 'empty' || found.reason === 'not_a_link') continue
    reasons.set(token.replace(/^(https?:\/\/)?(www\.)?/i, '').replace(/[.:!?]+$/, ''), found.reason)
  }
  return [...reasons].map(([link, reason]) => ({ link, reason }))
}
