import { pasteTokens } from '@recaps/domain/pasted-url'
import { parseVideoLink, type VideoLinkError } from '@recaps/domain/video-url'
import { Link } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { paths } from '../../schedules/wizard/paths.ts'
import { type BoxInput, maxLinks } from './model.ts'
import { skippedLinksTexts as texts } from './skipped-links-texts.ts'

interface Props {
  text: string
  input: Extract<BoxInput, { kind: 'videos' | 'wrong_link' }>
}

/** More would push the videos out of view. */
const maxListed = 5

/** Pasted links that cannot be summarized, each with the reason. */
export function SkippedLinks({ text, input }: Props) {
  const skipped = linksWithoutVideo(text)
  if (input.kind === 'wrong_link') {
    const reasons = new Set(skipped.map(({ reason }) => reason))
    return [...reasons].map(reason => (
      <Banner key={reason} tone="warning" action={reason === 'channel' && <FollowLink />}>
        {texts.single[reason]}
      </Banner>
    ))
  }
  // Next to a video link, words like "Node.js" are names, not URLs.
  const links = skipped.filter(({ link, reason }) => reason !== 'not_youtube' || link.includes('/'))
  return (
    <>
      {input.overLimit > 0 && <Banner tone="info">{texts.overLimit(maxLinks, input.overLimit)}</Banner>}
      {links.length > 0 && (
        <Banner tone="warning">
          <p>{texts.onlyVideos(input.videoIds.length)}</p>
          <ul className="skipped-links" aria-label={texts.list}>
            {links.slice(0, maxListed).map(({ link, reason }) => (
              <li key={link}>
                <span className="skipped-links__link">{link}</span> {texts.inList[reason]}{' '}
                {reason === 'channel' && <FollowLink />}
              </li>
            ))}
            {links.length > maxListed && <li>{texts.more(links.length - maxListed)}</li>}
          </ul>
        </Banner>
      )}
    </>
  )
}

const FollowLink = () => <Link to={paths.channels}>{texts.follow}</Link>

type Reason = Exclude<VideoLinkError, 'empty' | 'not_a_link'>

/** The links without a video, without duplicates, `https://` and `www.`. */
function linksWithoutVideo(text: string): { link: string; reason: Reason }[] {
  const reasons = new Map<string, Reason>()
  for (const token of pasteTokens(text)) {
    const found = parseVideoLink(token)
    if (found.kind === 'video' || found.reason === 'empty' || found.reason === 'not_a_link') continue
    reasons.set(token.replace(/^(https?:\/\/)?(www\.)?/i, '').replace(/[.:!?]+$/, ''), found.reason)
  }
  return [...reasons].map(([link, reason]) => ({ link, reason }))
}
