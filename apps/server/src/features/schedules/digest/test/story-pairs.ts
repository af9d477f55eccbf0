export interface Story {
  /** Two videos about this story, of different channels. */
  sameStory: readonly [VideoText, VideoText]
  /** Two videos about similar stories. */
  similarStories: readonly [VideoText, VideoText]
}

/** A title and the three key points of the summary. */
export type VideoText = readonly [title: string, ...points: string[]]

/**
 * Stories told by two channels each, with two similar videos about something else: last year's product, the same team on
 * another day, the subject in general. Invented, in the style of real YouTube videos.
 */
export const stories: readonly Story[] = [
  {
    sameStory: [
      [
        'Starship Flight 12: Everything That Happened',
        'Starship lifted off from Starbase at dawn with all 33 engines of the booster lit.',
        'The booster was caught by the tower, the second time that a used booster has been caught.',
        'The ship burned up over the Indian Ocean after two of its flaps were lost.',
      ],
      [
        'SpaceX caught the booster AGAIN, but lost the ship',
        'The twelfth flight of Starship began at Starbase in Texas.',
        'The tower caught the booster on its arms seven minutes after lift-off.',
        'Two flaps failed during re-entry and the ship broke apart above the Indian Ocean.',
      ],
    ],
    similarStories: [
      [
        'Why SpaceX Builds Rockets from Stainless Steel',
        'Steel keeps its strength when it is very cold and when it is very hot.',
        'It costs a fiftieth of carbon fibre and can be welded in the open.',
        'Starship needs fewer tiles because the steel behind them bears more heat.',
      ],
      [
        'New Glenn: Blue Origin finally lands its booster',
        'New Glenn reached orbit on its second flight from Cape Canaveral.',
        'The booster landed on a ship in the Atlantic.',
        'Blue Origin wants to fly the same booster again within three months.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'iPhone 18 Pro Review: The Camera Is the Story',
        'The iPhone 18 Pro has a variable aperture in its main camera.',
        'Battery life is two hours longer than that of the 17 Pro.',
        'The price has gone up by 100 dollars to 1,199.',
      ],
      [
        'I used the iPhone 18 Pro for two weeks',
        'The variable aperture makes portraits look natural without software blur.',
        'The phone lasted a day and a half on one charge.',
        'At 1,199 dollars it is the most expensive iPhone Pro so far.',
      ],
    ],
    similarStories: [
      [
        'iPhone 17 Pro, One Year Later',
        'The aluminium body of the 17 Pro scratches more easily than titanium did.',
        'Its battery holds 91 percent of its capacity after a year.',
        'The resale value is still above 700 dollars.',
      ],
      [
        'Pixel 11 review: the camera everybody copies',
        'The Pixel 11 takes the best photographs at night of any phone tested.',
        'Its Tensor chip is slower than what rivals have.',
        'Google promises updates for seven years.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'The Fed just cut rates. What happens now?',
        'The Federal Reserve lowered its rate by a quarter point to 3.5 percent.',
        'Two members voted for a larger cut because hiring has slowed.',
        'Mortgage rates barely moved, since markets had expected it.',
      ],
      [
        'Rate cut explained: your mortgage, your savings',
        'The Federal Reserve cut interest rates by 0.25 points.',
        'Savings accounts will pay less within weeks, while mortgage rates hardly changed.',
        'Two dissenting members wanted half a point, pointing at weak hiring.',
      ],
    ],
    similarStories: [
      [
        'How does a central bank create money?',
        'A central bank buys bonds with reserves that it writes into its books.',
        'Commercial banks create most of the money when they lend.',
        'Inflation follows only when the new money is spent.',
      ],
      [
        'The ECB holds rates as inflation falls to 2 percent',
        'The European Central Bank left its deposit rate at 2 percent.',
        'Inflation in the euro area is at the target for the third month.',
        'Growth forecasts for Germany were lowered again.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Arsenal 3-2 Liverpool: Tactical Analysis',
        'Arsenal overloaded the left side and scored twice from cut-backs.',
        'Liverpool came back to two all after Salah was moved into the middle.',
        'Saka scored the winner from a corner in the 93rd minute.',
      ],
      [
        'Saka wins it in stoppage time! Arsenal v Liverpool reaction',
        'Arsenal beat Liverpool three to two with a goal by Saka in the 93rd minute.',
        'Liverpool had come back from two down with Salah playing as a striker.',
        'Arsenal are five points clear at the top.',
      ],
    ],
    similarStories: [
      [
        'How Arsenal became the best team at corners',
        'Arsenal have scored 40 goals from corners in two seasons.',
        'A coach for set pieces plans screens that hold the goalkeeper.',
        'Opponents have begun to leave three players up to keep defenders back.',
      ],
      [
        'Chelsea 0-0 Manchester United: what went wrong',
        'Chelsea had two thirds of the ball and one shot on target.',
        'United defended in a block of five and never came out of it.',
        'Both managers were booed off at the end.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'The cocoa crisis: why chocolate costs twice as much',
        'Cocoa has tripled in price since two harvests failed in Ghana and Ivory Coast.',
        'A virus called swollen shoot has infected a third of the trees in Ghana.',
        'Makers shrink their bars and replace cocoa butter with palm oil.',
      ],
      [
        'Chocolate is running out, and farmers are not getting rich',
        'Harvests in Ivory Coast and Ghana failed twice, and cocoa prices tripled.',
        'Farmers in Ghana get a fixed price, so they earn little of the rise.',
        'The swollen shoot virus kills trees, and new ones take five years to bear.',
      ],
    ],
    similarStories: [
      [
        'How chocolate is made, from bean to bar',
        'Cocoa beans ferment for five days under banana leaves.',
        'Conching for many hours takes the sourness out of chocolate.',
        'Tempering gives the bar its snap and its shine.',
      ],
      [
        'Coffee prices hit a record: here is why',
        'Drought in Brazil cut the harvest of arabica by a fifth.',
        'Roasters hold supplies for two months only.',
        'Prices in shops follow half a year later.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'AWS went down and took half the internet with it',
        'An outage in the us-east-1 region of Amazon lasted for nine hours.',
        'A race in the automation of DynamoDB left its DNS record empty.',
        'Banks, games and doorbells stopped working.',
      ],
      [
        'The DNS bug behind the great AWS outage',
        'Two automatic processes raced to update DNS for DynamoDB, and the record was deleted.',
        'Everything in us-east-1 that depends on DynamoDB failed in turn.',
        'Amazon has switched the automation off until the race is mended.',
      ],
    ],
    similarStories: [
      [
        'DNS explained in ten minutes',
        'DNS turns the name of a site into an address.',
        'Resolvers keep answers for as long as the record allows.',
        'DNSSEC signs records so that nobody can forge them.',
      ],
      [
        'Cloudflare outage: a file that was too large',
        'A configuration file for bots doubled in size and crashed the proxies of Cloudflare.',
        'Sites behind it answered with errors for three hours.',
        'The file was made by a query that returned rows twice.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Bennu samples contain the building blocks of life',
        'Sugars were found in the dust that OSIRIS-REx brought from the asteroid Bennu.',
        'Ribose, which RNA is made of, is among them.',
        'Together with the bases found before, all parts of RNA are there.',
      ],
      [
        'NASA found sugar on an asteroid',
        'The sample of the asteroid Bennu holds ribose and glucose.',
        'Ribose is the backbone of RNA, so asteroids may have brought it to the early Earth.',
        'OSIRIS-REx returned 121 grams of dust in 2023.',
      ],
    ],
    similarStories: [
      [
        'Could life have begun in space? Panspermia, examined',
        'Bacteria have survived for three years outside the space station.',
        'A rock thrown off Mars can reach the Earth within a few months.',
        'The idea moves the question of how life began to another place.',
      ],
      [
        'Apophis will pass closer than satellites in 2029',
        'The asteroid Apophis passes the Earth at 32,000 kilometres in April 2029.',
        'A European probe will fly beside it to see how tides shake it.',
        'It cannot hit us for at least a hundred years.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Louvre heist: four minutes, eight jewels',
        'Thieves entered the Gallery of Apollo at the Louvre by a furniture lift.',
        'They took eight pieces of the French crown jewels within four minutes.',
        'A crown was dropped on the street and found damaged.',
      ],
      [
        'How thieves robbed the Louvre in broad daylight',
        'A truck with a lift was parked below a balcony of the Louvre at half past nine.',
        'The cases of the crown jewels were cut open with grinders.',
        'Four men fled on scooters and lost the crown of Empress Eugénie.',
      ],
    ],
    similarStories: [
      [
        'The man who stole the Mona Lisa',
        'Vincenzo Peruggia hid in a cupboard of the Louvre in 1911.',
        'He kept the Mona Lisa in a trunk in Paris for two years.',
        'The theft made the painting famous.',
      ],
      [
        'Why museums cannot insure their treasures',
        'Insuring a collection would cost more than most museums earn.',
        'States promise to pay for what is lent to exhibitions.',
        'What belongs to a state is not insured at all.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Bun 2.0 is here, and it drops Node compatibility modes',
        'Bun 2.0 starts in half the time and bundles without a configuration.',
        'Compatibility with Node is now always on.',
        'The package manager writes a text lock file.',
      ],
      [
        'Bun 2.0 in 100 seconds',
        'Bun 2.0 makes Node compatibility the default and has no switch for it.',
        'Its lock file is plain text now.',
        'Start-up time was halved by a snapshot.',
      ],
    ],
    similarStories: [
      [
        'Deno vs Node: which one in 2026?',
        'Deno asks for permission before a program touches files or the network.',
        'Node runs TypeScript without a build since version 22.',
        'Libraries that use native modules still favour Node.',
      ],
      [
        'I rewrote my bundler in Zig',
        'The parser in Zig is four times as fast as the one in JavaScript.',
        'Memory is kept in arenas that are freed all at once.',
        'Source maps took longer to write than everything else.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Hurricane Melissa makes landfall in Jamaica',
        'Melissa reached Jamaica as a storm of category 5 with winds of 295 km/h.',
        'It is the strongest storm that has ever hit the island.',
        'Half a million people were without power by the evening.',
      ],
      [
        'Why Hurricane Melissa grew so fast',
        'Water of 31 degrees under Melissa let its winds double within a day.',
        'It moved at walking pace, so that rain fell on Jamaica for two days.',
        'No stronger hurricane has come ashore in Jamaica since records began.',
      ],
    ],
    similarStories: [
      [
        'How hurricanes get their names',
        'Lists of names are used again every six years.',
        'The name of a storm that did much harm is retired.',
        'Greek letters were given up after 2020.',
      ],
      [
        'Typhoon season in the Philippines, on the ground',
        'Six typhoons crossed Luzon within a month.',
        'Families rebuild with bamboo because it can be replaced in a day.',
        'Warnings by telephone have saved many lives.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'The Grand Egyptian Museum is finally open',
        'The Grand Egyptian Museum opened beside the pyramids of Giza after twenty years.',
        'All 5,398 objects of the tomb of Tutankhamun are shown together for the first time.',
        'It cost more than a billion dollars.',
      ],
      [
        'Inside the world’s largest archaeological museum',
        'The museum at Giza shows the whole treasure of Tutankhamun for the first time.',
        'A staircase of statues leads to a window onto the pyramids.',
        'Building the Grand Egyptian Museum took two decades and a billion dollars.',
      ],
    ],
    similarStories: [
      [
        'Who really built the pyramids?',
        'Workers lived in a town beside the pyramids and were paid in bread and beer.',
        'Papyri tell of boats that brought limestone to Giza.',
        'No slaves are named in any of the lists.',
      ],
      [
        'How Howard Carter found Tutankhamun',
        'Carter searched the Valley of the Kings for six seasons.',
        'A boy who carried water uncovered the first step.',
        'The tomb of Tutankhamun had been robbed twice in antiquity.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Netflix buys Warner Bros: what it means for cinemas',
        'Netflix agreed to buy Warner Bros and HBO for 83 billion dollars.',
        'It promises to go on showing films of Warner in cinemas.',
        'Regulators will take a year or more to decide.',
      ],
      [
        'The end of HBO? The Netflix deal explained',
        'Netflix will pay 83 billion dollars for the studios of Warner Bros and for HBO.',
        'Cinema owners fear shorter runs in spite of the promises.',
        'The deal needs the consent of regulators in America and Europe.',
      ],
    ],
    similarStories: [
      [
        'Why Netflix keeps cancelling shows after two seasons',
        'A third season costs more because contracts step up.',
        'Netflix looks at how many finish a season within four weeks.',
        'New shows bring more subscribers than old ones keep.',
      ],
      [
        'The rise and fall of Warner’s DC films',
        'Three heads of the studio planned three different worlds.',
        'Films were cut anew after they had been shown to test audiences.',
        'The new Superman begins once more from the start.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Magnus Carlsen wins his 21st title in Doha',
        'Carlsen won the World Rapid Championship in Doha with ten and a half points.',
        'He beat Arjun Erigaisi in the last round with the black pieces.',
        'It is his sixth title in rapid chess.',
      ],
      [
        'What a finish! World Rapid final day recap',
        'Carlsen needed a win with Black against Erigaisi and got it in a rook ending.',
        'He is World Rapid champion for the sixth time.',
        'Niemann and Artemiev shared the second place in Doha.',
      ],
    ],
    similarStories: [
      [
        'Carlsen’s ten greatest endgames',
        'Carlsen squeezed a win out of a level rook ending against Aronian.',
        'He plays on where others agree to a draw.',
        'Engines find his moves natural, not best.',
      ],
      [
        'Gukesh loses to a 12-year-old at the Olympiad',
        'Gukesh overlooked a fork in time trouble.',
        'The boy from Argentina is the youngest who has beaten a champion.',
        'India still won the match by three to one.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Toyota shows a solid-state battery car you can buy in 2027',
        'Toyota and Idemitsu start a plant for sulphide electrolyte.',
        'The battery charges from 10 to 80 percent in ten minutes.',
        'First cars come in 2027 and will be costly.',
      ],
      [
        'Solid-state batteries are coming: Toyota’s plan',
        'The sulphide electrolyte for Toyota is made by Idemitsu, a maker of petrol.',
        'Charging takes ten minutes, and range is given as 1,000 kilometres.',
        'In 2027 a small number of expensive cars will have it.',
      ],
    ],
    similarStories: [
      [
        'Sodium batteries: cheap, safe, and heavy',
        'Sodium costs a hundredth of lithium and is found everywhere.',
        'Cells hold a third less energy for their weight.',
        'They work at thirty degrees below zero.',
      ],
      [
        'Why Toyota still believes in hydrogen',
        'Toyota has sold fewer than 30,000 cars with fuel cells.',
        'Trucks and trains are where hydrogen makes sense.',
        'Filling stations are closing in California.',
      ],
    ],
  },
]

/** Held-out stories, written after the grouping was tuned and used only by the test. */
export const heldOutStories: readonly Story[] = [
  {
    sameStory: [
      [
        'GPT-6 is out: every benchmark, tested',
        'GPT-6 solves four of five tasks of SWE-bench without help.',
        'It costs half as much for each token as its predecessor.',
        'In long conversations it still forgets what was agreed at the start.',
      ],
      [
        'First day with GPT-6: what changed for programmers',
        'The new model of OpenAI fixed three of four bugs in our repository by itself.',
        'GPT-6 is twice as cheap as GPT-5 for each token.',
        'SWE-bench results of 80 percent are confirmed by two laboratories.',
      ],
    ],
    similarStories: [
      [
        'GPT-5, honestly reviewed after a year',
        'GPT-5 is still the model that most companies use.',
        'Its answers are shorter than those of its rivals.',
        'Prices for each token have not changed since its launch.',
      ],
      [
        'How language models forget',
        'What stands in the middle of a long prompt is attended to least.',
        'Summaries of the conversation lose names and numbers first.',
        'A notebook outside of the model helps more than a longer window.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Verstappen wins chaotic rain race in Suzuka',
        'Verstappen won in Suzuka after starting from ninth on the grid.',
        'Three safety cars bunched the field in the rain.',
        'Norris retired with a broken gearbox and lost the lead of the championship.',
      ],
      [
        'Japanese GP debrief: how Norris lost the lead',
        'A gearbox failure in lap 41 ended the race of Norris.',
        'Verstappen came from ninth place to win in the rain of Suzuka.',
        'The championship is led by Verstappen by four points.',
      ],
    ],
    similarStories: [
      [
        'Why Formula 1 cars cannot race in heavy rain',
        'Spray behind a car leaves drivers blind above 200 km/h.',
        'Full wet tyres clear 85 litres of water each second.',
        'Safety cars are used until most of the water is gone.',
      ],
      [
        'Norris takes pole in Singapore',
        'Norris was a tenth faster than Piastri in the last lap of qualifying.',
        'Verstappen hit the wall and starts from ninth.',
        'Rain is expected for the race on Sunday.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'Measles is back in Canada',
        'Canada has lost its status as a country without measles after 27 years.',
        'More than 5,000 people fell ill, most of them not vaccinated.',
        'The outbreak began in communities of Ontario and Alberta.',
      ],
      [
        'How Canada lost its measles-free status',
        'The status was lost because one chain of infection lasted for over a year.',
        'Measles spread in Ontario and Alberta, where fewer children are vaccinated.',
        'There were more than 5,000 cases and two deaths.',
      ],
    ],
    similarStories: [
      [
        'What the measles virus does to your immune memory',
        'Measles wipes out antibodies against other diseases for up to three years.',
        'Children who had it fall ill more often afterwards.',
        'Vaccination keeps the memory as it was.',
      ],
      [
        'Why Canadian hospitals close their emergency rooms at night',
        'A third of the small hospitals in Ontario had no doctor for some nights.',
        'Nurses leave for agencies that pay twice as much.',
        'Patients drive for 90 minutes to the next one.',
      ],
    ],
  },
  {
    sameStory: [
      [
        'The Windows update that bricked SSDs: what we know',
        'Drives with a Phison controller vanished while large files were copied.',
        'The security update of August for Windows 11 was blamed at first.',
        'Phison found that only test firmware was affected.',
      ],
      [
        'No, Windows did not kill your SSD',
        'Tests of 4,500 hours by Phison showed no failures with the August update.',
        'The drives that disappeared ran a firmware that was never sold.',
        'Microsoft found no link between the Windows 11 update and dead SSDs.',
      ],
    ],
    similarStories: [
      [
        'How an SSD really works',
        'Cells of flash keep charges that leak over years without power.',
        'The controller spreads writes so that no block wears out first.',
        'Trim tells the drive which blocks are free.',
      ],
      [
        'Windows 10 is dead. Should you move to Linux?',
        'Security updates for Windows 10 ended in October.',
        'Mint looks most like what people are used to.',
        'Games with anti-cheat do not run under Linux.',
      ],
    ],
  },
]
