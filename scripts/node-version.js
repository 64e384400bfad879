/**
 * Foyer runs on Node 24. On Linux the install brings it along (optionalDependencies of package.json); elsewhere the
 * machine's own Node is used. This file and everything imported before it must load on Node 20.
 */
const NEEDED = 24

const own = process.versions.node
if (Number.parseInt(own, 10) < NEEDED) {
  process.stderr.write(
    `Foyer cannot start: it needs Node ${NEEDED} and this is Node ${own}. Install Node ${NEEDED} from https://nodejs.org and run the command again.\n`,
  )
  process.exit(78)
}
