/**
 * Author | genre | series, or a dash. The lines below are works, in order of publication: title | year, with a
 * position in the series where it has one (`#2`).
 */
export const SHELF = `
Ines Moor | Mystery | Saltmarsh
  The Drowned Parish | 2019 | #1
  The Tidewater Ledger | 2022 | #2
  What the Heron Saw | 2024 | #3
  Low Water | 2026 | #4
  The Reed Cutter's Wife | 2016
Bartholomew Quill | Fantasy | The Lamplighter Chronicles
  A Wick in the Dark | 2011 | #1
  The Oil Merchants | 2013 | #2
  Nine Hundred Lamps | 2016 | #3
  The Snuffer King | 2020 | #4
  Matches: A Lamplighter Story | 2014 | #2.5
Saoirse Okonta | Science Fiction | Slow Orbit
  The Long Ascent | 2018 | #1
  Perihelion Street | 2020 | #2
  Everyone on the Ark Is Lying | 2023 | #3
  A Field Guide to Small Moons | 2021
Winifred Plimsoll | Humour | -
  The Committee for Unnecessary Bridges | 2009
  My Uncle, the Weather | 2012
  A Short History of Being Late | 2017
  Three Vicars and a Boat | 2021
Tomas Lindqvane | Crime | Inspector Hale
  Cold Ledger | 2012 | #1
  The Ninth Witness | 2014 | #2
  Nobody's Coat | 2016 | #3
  The Glass Ferry | 2018 | #4
  A Bad Night for Pigeons | 2020 | #5
  The Last Tram | 2025 | #6
Leila Harrowgate | Literary Fiction | -
  Salt Inheritance | 2010
  The Year of Three Winters | 2015
  Letters I Meant to Burn | 2019
  The House at Low Tide | 2024
Kofi Abara | Historical | The Gold Coast Quartet
  The Interpreter | 2008 | #1
  Cowrie and Cannon | 2010 | #2
  A Daughter of the Fort | 2013 | #3
  The Return Passage | 2017 | #4
Clementine Rookwood | Children | Captain Noodle
  Captain Noodle Sets Sail | 2015 | #1
  Captain Noodle and the Custard Storm | 2016 | #2
  Captain Noodle Loses His Hat | 2018 | #3
  The Smallest Dragon in the Drawer | 2020
Yuki Ishimori | Literary Fiction | -
  The Umbrella Repair Shop | 2014
  Afternoons with the Stationmaster | 2017
  Small Rains | 2022
Desmond Grimshawe | Horror | -
  The Third Cellar | 2006
  Something in the Hedge | 2011
  Do Not Answer the Bell | 2019
Aurelia Castellane | Romance | Villa Arancia
  Lemons in April | 2017 | #1
  The Translator's Summer | 2018 | #2
  A Borrowed Kitchen | 2021 | #3
Piers Thistlewood | Non-fiction | -
  The Canal: A Biography | 2013
  Bread, Salt, Borders | 2018
  How to Read a Hedge | 2022
Nneka Silverthorne | Young Adult | The Ember Trials
  Ash Girl | 2019 | #1
  Cinder Court | 2020 | #2
  The Last Spark | 2022 | #3
Hugo Vandermoor | Thriller | -
  Thirteen Minutes to Antwerp | 2016
  The Quiet Asset | 2019
  Dead Letter Office | 2023
`

export const NARRATORS =
  'Nell Norwood|Idris Ashcombe|Marisol Trevanion|Casper Yarrow|Verity Bellweather|Oskar Dunmarrow'.split('|')
