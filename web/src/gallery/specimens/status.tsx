import { CountBadge } from '#ui/count-badge.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { STATUSES } from '#ui/status.ts'
import { StatusButton } from '#ui/status-button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { StatusMark } from '#ui/status-mark.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

const MARKED = STATUSES.filter(status => status !== 'unavailable')

export function StatusSpecimens() {
  return (
    <Family name="Status">
      <Specimen name="Mark, small and large">
        {MARKED.map(status => (
          <StatusMark key={status} status={status} share={0.43} />
        ))}
        {MARKED.map(status => (
          <StatusMark key={`${status}-large`} status={status} share={0.43} className="size-10" />
        ))}
      </Specimen>
      <Specimen name="Ring from 0 to 100">
        {[0, 0.1, 0.5, 0.9, 1].map(share => (
          <StatusMark key={share} status="downloading" share={share} className="size-8" />
        ))}
      </Specimen>
      <Specimen name="Label">
        {MARKED.map(status => (
          <StatusLabel key={status} status={status} share={0.43} have={5} total={8} />
        ))}
        <StatusLabel status="denied" reason="We have it on disc." />
      </Specimen>
      <Specimen name="Count badge">
        <CountBadge count={1} label="1 pending" />
        <CountBadge count={24} label="24 pending" />
        <CountBadge count={120} label="120 pending" />
      </Specimen>
      <WideSpecimen name="Timeline: under way, held up, ended">
        <div className="grid gap-6 sm:grid-cols-3">
          <Timeline
            label="On the way"
            steps={[
              { id: 'a', title: 'Saved', state: 'done', at: '2 hours ago' },
              { id: 'b', title: 'Sent to the library', state: 'done', at: '1 hour ago' },
              {
                id: 'c',
                title: 'Download',
                state: 'now',
                detail: <ProgressBar tone="info" label="Downloading" share={0.43} />,
              },
              { id: 'd', title: 'Ready', state: 'next' },
            ]}
          />
          <Timeline
            label="Delayed"
            steps={[
              { id: 'a', title: 'Saved', state: 'done', at: '2 hours ago' },
              {
                id: 'b',
                title: 'Send to the library',
                state: 'stuck',
                detail: 'Radarr did not answer. Your request is saved; next try at 14:05 (in 3 minutes).',
              },
              { id: 'c', title: 'Ready', state: 'next' },
            ]}
          />
          <Timeline
            label="Declined"
            steps={[
              { id: 'a', title: 'Saved', state: 'done', at: 'yesterday' },
              { id: 'b', title: 'Declined', state: 'stopped', detail: 'We have it on disc.' },
              { id: 'c', title: 'Ready', state: 'next' },
            ]}
          />
        </div>
      </WideSpecimen>
      <Specimen name="Button">
        <StatusButton status="unavailable" onPress={() => undefined} />
        <StatusButton status="unavailable" label="Request season 3" onPress={() => undefined} />
        <StatusButton status="unavailable" loading onPress={() => undefined} />
        <StatusButton status="available" label="Play on Jellyfin" onPress={() => undefined} />
        <StatusButton status="downloading" share={0.43} />
        <StatusButton status="pending" />
        <StatusButton status="requested" />
        <StatusButton status="unknown" blocked="Sonarr did not answer. Try again in a minute." />
      </Specimen>
    </Family>
  )
}
