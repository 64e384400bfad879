/**
 * Artist | kind | genre | how to tell it from another of that name. The lines below are release groups: title | date
 * | type, with secondary types after a plus. Dates may be `+30` or `-30`: days from today.
 */
export const RECORDS = `
The Quay | Group | rock |
  Cast Off | 2017-05-12 | Album
  Night Ferry | 2023-09-15 | Album
  Harbour Lights EP | 2019-03-01 | EP
  Live at the Custom House | 2020-11-20 | Album + Live
  Breakwater | +38 | Album
Odette Vell | Person | folk |
  Small Hours, Smaller Rooms | 2014-02-28 | Album
  The Year of the Wren | 2018-10-05 | Album
  Letters Home | 2022-04-22 | Album
  Wren Song | 2018-08-17 | Single
Neon Allotment | Group | electronic |
  Greenhouse | 2016-06-10 | Album
  Night Soil | 2019-09-27 | Album
  Polytunnel | 2024-03-15 | Album
  Greenhouse Reworks | 2017-01-20 | Album + Remix
Kofi Abara Trio | Group | jazz |
  Three for the Road | 2011-11-04 | Album
  Standing Water | 2015-05-29 | Album
  At Dawnhead | 2021-07-16 | Album + Live
Marisol Castellane | Person | pop |
  Naranja | 2019-06-21 | Album
  Doble Vida | 2022-09-02 | Album
  Otra Vez | 2024-05-10 | Single
  Santa Brisa | +12 | Album
The Lindqvane Orchestra | Orchestra | classical |
  Winter Suites | 2008-12-01 | Album
  The Glass Sea | 2013-10-18 | Album + Soundtrack
  Nine Nocturnes | 2020-02-14 | Album
Sunday Ironmongers | Group | punk |
  Rust Never Apologises | 2005-03-07 | Album
  Two Bob Bit | 2009-08-24 | Album
  Everything Must Go (Slightly) | 2018-04-13 | Album
Paper Kites Over Pell | Group | indie |
  Kite Weather | 2012-08-31 | Album
  String Theory | 2016-09-09 | Album
  The Long Field | 2021-06-04 | Album
  Kite Weather Demos | 2022-08-31 | Album + Demo
Bram Haverstock | Person | country |
  Fence Posts | 2010-07-12 | Album
  Good Dog, Bad Weather | 2017-03-24 | Album
  Supper at Six | 2023-11-10 | Album
Hollow Moon | Group | metal | British band
  Under Slate | 2007-10-29 | Album
  The Ninth Shaft | 2012-02-13 | Album
  Coal Cathedral | 2019-11-01 | Album
Hollow Moon | Group | ambient | duo from Varrow
  Tidepools | 2018-01-26 | Album
  Still Air | 2021-02-19 | Album
Ngozi Trevanion | Person | soul |
  Velvet Ledger | 2016-02-05 | Album
  Kitchen Light | 2020-10-23 | Album
  Honest Work | 2024-01-19 | Album
Low Ceiling Crew | Group | hip hop |
  Stairwell Sessions | 2015-04-03 | Album
  Rent Day | 2019-10-11 | Album
  Fourth Floor | -3 | Album
  Lift Music | -20 | EP
Old Ferris | Person | blues |
  Porch Light Blues | 2006-09-18 | Album
  Slow Boat, Slow Burn | -9 | Album
Sable Harbour Sound | Group | reggae |
  Roots on the Tide | 2011-06-17 | Album
  Dub Lanterns | -14 | Album
  Lantern Version | -14 | Single
The Tollgate | Group | rock |
  Exact Change | 2013-03-22 | Album
  Weighbridge | 2018-11-09 | Album
  Night Rate | -1 | Album
  Night Rate Live | -6 | Album + Live
Ilse Marrow | Person | electronic |
  Soft Circuits | 2020-07-31 | Album
  Patch Bay | -11 | EP
  Overvoltage | -27 | Album
Petra & the Plumb Line | Group | pop |
  Level | 2021-05-21 | Album
  True | -0 | Album
`

export const TRACK_WORDS = {
  first:
    'Slow|Paper|Harbour|Midnight|Salt|Copper|Northern|Borrowed|Second|Winter|Electric|Last|Quiet|Golden|Lonely'.split(
      '|',
    ),
  last: 'Radio|Rain|Letters|Machine|Weather|Ferry|Morning|Signals|Garden|Telephone|Avenue|Engine|Lullaby|Harvest|Window'.split(
    '|',
  ),
  whole:
    'Cast Off|Half the Way Home|Nobody Asked the Tide|Kettle Song|What the Lamp Said|Eleven Stops|Overture|Again, From the Top|The Other Shoe|Low Battery|Coda|Your Coat, My Chair'.split(
      '|',
    ),
}
