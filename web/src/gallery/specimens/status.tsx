import { STATUSES } from '#ui/status.ts'
import { StatusButton } from '#ui/status-button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { StatusMark } from '#ui/status-mark.tsx'
import { Family, Specimen } from '../specimen.tsx'

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
