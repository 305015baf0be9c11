import { wordList } from "../word_list.ts";

/** The commonest words of English reviews, without those that other languages have as well. */
export const COMMON_ENGLISH: ReadonlySet<string> = wordList(
  "able about above absolutely ac access account accurate acne across activities actual actually add address " +
    "admitted adults advice advised after afternoon afterwards again against age agent ago agreed ahead air airport " +
    "alarm all allowed almost alone along already also although always am amazing ambulance ambulances amount an " +
    "and another answer answered answering answers anxiety any anybody anyone anything anyway anywhere apart " +
    "apologised apology app apparently appointment appointments appreciate apps april are area aren't arm around " +
    "arranged arrival arrive arrived as ask asked asking asks asleep assessment at ate atmosphere attended " +
    "attention attentive attic attitude august available average away awesome awful baby back bad bag bags balcony " +
    "bank bar basement bath bathroom battery bay be beautiful because bed bedroom beds beef been beer before behind " +
    "being believe bell belt bench best better between big bigger bike bill billed bin bins birth birthday biscuit " +
    "biscuits bit black blame blanket bleeding bless block blocked bloke blood blue board boards boiler book booked " +
    "booking books boots boss both bother bottle bottom bought bowl box boxes boy boys branch bread break breakfast " +
    "breath breathing brilliant bring broke broken brother brought brown brush bucket bucks buffet bug buggy bugs " +
    "building built burger bus business busy but butter button buy by cabin cable cake call called calling calls " +
    "calm came camera can can't cancel cancelled cannot cant car card cards care careful caring carpet carried " +
    "carry cars case cash cat caught ceiling centre certificate chain chair chairs change changed changes changing " +
    "charge charged charges chat cheap cheaper check checked cheerful cheese chef chest chicken child children " +
    "chips choice choose chose christmas church city claim class classes clean cleaned cleaner cleaning clear " +
    "cleared clearly clinic clock close closed closing club coat coats code coffee cold colour come comes " +
    "comfortable coming communication company complain complained complaint complaints condition consultant contact " +
    "contract control cook cooked cool corner correct corridor cost costs could could've couldn couldn't council " +
    "count counted counter county couple course courses courteous cover covered covers covid cracked cramps crap " +
    "crash crashes crashing cream credit crew cried crisp cross crying cup cupboard curry curtain curtains customer " +
    "cut dad dad's daily dark date daughter daughter's day days dead deaf deal dealt dear decent decided degrees " +
    "delay delivered delivery dentist department deposit desk dessert did didn didn't didnt died difference " +
    "different difficult dining dinner dirty discharged discount dish dishes dishwasher do doctor doctors does " +
    "doesn't doesnt dog dogs doing dollars don don't done dont door door's doors double down downstairs dr drain " +
    "drawing drew drink drinks drip drive driver drivers drop dropped drove dry duck due during dust duty each ear " +
    "earlier early ease easter easy eat eaten eating effects efficient egg eggs eight either elderly electrician " +
    "eleven else else's elsewhere email emailed emails emergency empty end ended ends engineer english enjoyed " +
    "enough entire entrance equipment especially estimate etc euro euros even evening ever every everybody everyone " +
    "everything everywhere ex exactly excellent except exercises expect expected expensive experience experienced " +
    "explain explained extra extremely eye eyes face fact failed fair fall family fan fantastic far fast father " +
    "fault february fed fee feel feeling fees feet fell fella felt fence few field fifteen fifty file filled film " +
    "filter final finally find fine finger finish finished fire firm first fish fit fitted five fix fixed flat " +
    "flight floor floors follow following food foot forget forgot forgotten form fortnight forty forward found four " +
    "fourteen fourth frame fraud free fresh friday fridays fridge friend friendly from front full furniture gain " +
    "gained gap garage garbage garden gas gate gave gentle gentleman get gets getting girl girls give given giving " +
    "glad glass glasses go goes going gone gonna good gorgeous got gp grand grateful great green grey ground group " +
    "guess guests guide guy guys gym had hadn't hair half hall hand handed handle handler hands hang happened happy " +
    "hard hardly has hasn't hate hated have haven't having he he'd he's head health hear heard hearing heart heat " +
    "heater heating heavy height held hello help helped helpful helping her here hers herself high him himself hip " +
    "hired his hit hold holding hole holiday home honest honestly hope horrible hose hospital hot hotel hour hours " +
    "house how however hr hrs huge human hundred hung hurt husband husband's i'd i'll i'm i've ice idea if ill " +
    "improve improved in inch included including information informative informed initial inside inspection " +
    "inspector install installation installed instead insurance into invoice involved isn't isnt issue issues it " +
    "it'd it's its itself january job joke journey july june just keep keeps kept kettle key keys kid kids kind " +
    "kitchen knee knees knew knocked know knowledgeable known knows lack lad ladder ladies lads lady laid lamb lamp " +
    "landing landlord large last lasted late later laugh laughed law lawn leaflet leak learned least leave leaves " +
    "leaving left leg legs length less let letter letters level lid life lift light lights like liked line lines " +
    "list listen listened listening lit little live lives living load loading lobby local location lock locked loft " +
    "log login lol long longer loo look looked looking looks loose lose lost lot lots loud lounge love loved lovely " +
    "low lower lunch machine machines made main mains maintenance make makes making man managed manager manner many " +
    "map march mark match mate mattress may maybe me meal meals mean means meant measured meat medical medication " +
    "meh member mental mentioned menu message meter metres middle midnight might miles milk min mind mine mins " +
    "minute minutes mirror miss missed missing mistake mixed mobile moment monday mondays money month monthly " +
    "months mood more morning mornings most mostly mother mother's mouth move moved moving mr much mum mum's music " +
    "must my myself name named names nan nd near nearly neat need needed needs neighbour neighbour's neighbours " +
    "neither network never new next nhs nice nicely night nights nine nineteen ninety no nobody nobody's noise " +
    "noisy none noon nor normal not note notes nothing notice noticed now number numbers nurse nurses o'clock " +
    "obviously october of off offer offered office often oil ok okay old older on once one one's ones online only " +
    "onto open opened opening opens operator opinion options or order ordered other others otherwise our ours out " +
    "outside oven over overall own owner package packed page pages paid pain paint painted panel panels paper " +
    "paperwork paramedic paramedics parcel parents park parked parking part partner parts party pass passed past " +
    "pasta patience patient patients pay paying penny people perfect perfectly period periods person pharmacy phone " +
    "phoned phones photo photos physio piano pick picked picture pictures pie pill pillow pink pipe pizza place " +
    "places plain plan plaster plastic plate plates play pleasant please pleased plenty plug plumber plus pm point " +
    "pointed polite pool poor poorly porch pork portions positive possible post pot pound pounds power practice " +
    "pregnant prescription press pressure pretty previous price priced prices print printed probably problem " +
    "problems process professional promised prompt proper properly provide provided pulled pump pushed put putting " +
    "quality quarter question questions queue quick quicker quickly quid quiet quite quote quoted rack radio rail " +
    "rain ran rang range rate rather raw ray rd re reach read reading ready real really reason reasonable " +
    "reassuring receipt received reception receptionist recommend recommended record red referred refund refused " +
    "regular reliable remember remembered removed rent repair replaced reply report respect respectful response " +
    "rest restaurant result results retired return review reviews rice ride rides right ring ringing rings road " +
    "roll rolled rolls roof room rooms round row rude run rung running runs rushed safe said salad sales salesman " +
    "salt same sandwich sandwiches sat satisfied saturday saturdays sauce save saved saw say saying says scam scan " +
    "scared school scratch screen sea seat seated seats second seconds see seeing seemed seems seen self sell send " +
    "sent separate served service services sessions set seven several sex shame shared sharp she she'd she's shed " +
    "sheet sheets shelf shift shoes shop short shorter should shouted show showed shower showers shown shows shut " +
    "sick side sign signed signs simple since single sink sister sister's sit site sitting situation six sixty size " +
    "skin skip sleep slept slip slot slow small smell smelled smells smile smoke smooth snow so socks sofa soft " +
    "sold some somebody somebody's someone something sometimes son son's soon sooner sorry sort sorted sound soup " +
    "space spare speak special speed spend spent split spoke spot spotless spotting spring square st staff stairs " +
    "stand standard standing star stars start started starts state station stay stayed steak step steps stick " +
    "sticker sticky still stone stood stop stopped storm story stove straight street stroke strong struggling stuck " +
    "student stuff such summer sun sunday sundays super superb support supportive suppose supposed sure surgery " +
    "survey swapped sweet swept swings switch switched system table tables tablet tablets take taken takes taking " +
    "talk talked talking tank tap taste tasted taxi tea teacher team tech technician teeth telephone tell telling " +
    "tells telly ten terrace terrible test tested text th than thank thanks that that's the their theirs them " +
    "themselves then there there's these they they'd they're they've thick thin thing things think thinking third " +
    "thirty this thorough those though thought thousand three threw through throughout thursday thursdays ticket " +
    "tickets tidy tile tiles time times tiny tip tired to toast today toddler together toilet toilets told tomorrow " +
    "too took tooth top torch total touch towel towels town train transport trash travel tray treat treated " +
    "treatment tree tried trip trolley trouble truck true trust try trying tub tuesday tuesdays turn turned turns " +
    "tv twelve twenty twice two type unable under understand understanding understood unit unless until up update " +
    "updates upstairs urgent us use used useful useless using usual usually value valve vegetarian very vet video " +
    "view village visit visits voice wait waited waiter waiting waitress walk walked walking wall walls wanna want " +
    "wanted wants ward wardrobe warm warned warranty wash washing wasn't waste watch watched watching water way " +
    "ways we we'd we'll we're we've wear weather website wedding wednesday wednesdays week weekend weekends weeks " +
    "weight welcome well went were weren't wet what what's whatever wheelchair when where whether which while white " +
    "who who'd who's whoever whole whose why wife wife's wifi will wind window windows wine winter wiped wish with " +
    "within without woman won't wonderful wont word words work worked worker workers working works worry worse " +
    "worst worth would would've wouldn't wow write writing written wrong wrote yard yeah year years yes yet you " +
    "you'd you'll you're you've young your yourself zero",
);
