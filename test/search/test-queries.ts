/** A query that people type, and a coffee of the menu that must be among the first five results. */
export type Wanted = Readonly<{ kind: string; query: string; name: string }>;

/*
 * Written before the search existed, from what people type. A heading, then `query > name`, several on a line.
 */
const table = `
# exact
classic espresso > Classic Espresso ; ristretto > Ristretto ; lungo > Lungo ; cortado > Cortado ; gibraltar > Gibraltar
affogato > Affogato ; flat white > Flat White ; chemex > Chemex for Two ; aeropress > Aeropress ; decaf > Decaf
tiramisu > Tiramisu ; club sandwich > Club Sandwich ; carrot cake > Carrot Cake ; Earl Grey > Earl Grey
মিষ্টি দই > মিষ্টি দই ; রসমালাই > রসমালাই ; জিলাপি > জিলাপি ; বাকরখানি > বাকরখানি ; ফুচকা > ফুচকা ; মাঠা > মাঠা
গরম কফি > গরম কফি ; লেবু চা > লেবু চা ; ভাপা পিঠা > ভাপা পিঠা ; কোল্ড ব্রু > কোল্ড ব্রু ; চমচম > চমচম ; লাতে > লাতে
# prefix
ristr > Ristretto ; tirami > Tiramisu ; affo > Affogato ; chees > Cheesecake ; croiss > Butter Croissant
hazeln > Hazelnut Latte ; ameri > Americano ; sandw > Club Sandwich ; hibis > Hibiscus Tea ; waterm > Watermelon Juice
decaf > Decaf ; gibral > Gibraltar ; macch > Espresso Macchiato ; সন্দে > সন্দেশ ; জিলা > জিলাপি ; ঝালমু > ঝালমুড়ি
পাটিসা > পাটিসাপটা ; ফালু > ফালুদা ; বোরহা > বোরহানি ; আমেরি > আমেরিকানো ; ক্যাপু > ক্যাপুচিনো ; চিতই > চিতই পিঠা
flat w > Flat White ; french pr > French Press ; masala ch > Masala Chai ; কাঁচা আ > কাঁচা আমের শরবত
# typo
capuccino > Cappuccino ; cappucino > Cappuccino ; expresso > Classic Espresso ; machiato > Espresso Macchiato
americanno > Americano ; affagato > Affogato ; hazlenut > Hazelnut Latte ; tirimasu > Tiramisu ; chocolat cake > Chocolate Cake
vanila latte > Vanilla Latte ; cinamon roll > Cinnamon Roll ; croisant > Butter Croissant ; hibiscos > Hibiscus Tea
chesecake > Cheesecake ; watermellon > Watermelon Juice ; turkish cofee > Turkish Coffee ; aeropres > Aeropress
sandwhich > Club Sandwich ; smoothy > Papaya Smoothie ; smothie > Papaya Smoothie ; cofee black > Black Coffee ; falodaa > Falooda
কেপুচিনো > ক্যাপুচিনো ; আমেরকানো > আমেরিকানো ; বোরহানী > বোরহানি ; জিলাপী > জিলাপি ; রসমলাই > রসমালাই ; চকোলেট কেক > চকলেট কেক
esspresso tonic > Espresso Tonic ; matca latte > Matcha Latte ; caramal > Caramel Macchiato ; brekfast tea > Sylhet Breakfast Tea 500 g
# Bangla spelling
মিস্টি দই > মিষ্টি দই ; মিষ্টী দই > মিষ্টি দই ; মিশটি দই > মিষ্টি দই ; ঠাণ্ডা কফি > ঠান্ডা কফি ; ঠান্ডা কফী > ঠান্ডা কফি
রশমালাই > রসমালাই ; সিঙ্গারা > সিঙ্গাড়া ; শিঙাড়া > সিঙ্গাড়া ; ঝালমুরি > ঝালমুড়ি ; লাটে > লাতে ; লাচ্চি > মিষ্টি লাচ্ছি ; লাসসি > মিষ্টি লাচ্ছি
তেতুল > ফুচকা ; কাচা আমের শরবত > কাঁচা আমের শরবত ; কাঁচা আমের সরবত > কাঁচা আমের শরবত ; এলাচি কফি > এলাচ কফি ; মশলা চা > মসলা চা
রঙ চা > রং চা ; দুদ চা > দুধ চা ; ভাঁপা পিঠা > ভাপা পিঠা ; সেমাঈ > সেমাই ; পায়েশ > পায়েস ; ফিন্নি > ফিরনি ; মোকা কফি > মোকা ; এক্সপ্রেসো > এসপ্রেসো
নলেন গুড় > নলেন গুড়ের লাতে ; পাটিশাপ্টা > পাটিসাপটা ; গুড়ের লাটে > নলেন গুড়ের লাতে ; বড়হানি > বোরহানি ; ডাবের পানী > ডাবের পানি
# digits
v60 > V60 Ethiopia ; ২৫০ > কফি বিন ২৫০ গ্রাম ; 250 g > House Blend 250 g ; 250 গ্রাম > কফি বিন ২৫০ গ্রাম ; 500 g > Sylhet Breakfast Tea 500 g
৫০০ > Sylhet Breakfast Tea 500 g ; house blend ২৫০ > House Blend 250 g ; v 60 > V60 Ethiopia
# Latin for Bangla
gorom kofi > গরম কফি ; gorom coffee > গরম কফি ; garam kafi > গরম কফি ; thanda kofi > ঠান্ডা কফি ; thanda coffee > ঠান্ডা কফি
dudh cha > দুধ চা ; dud cha > দুধ চা ; doodh cha > দুধ চা ; lebu cha > লেবু চা ; ada cha > আদা চা ; aada cha > আদা চা ; rong cha > রং চা
malai cha > মালাই চা ; moshla cha > মসলা চা ; masala cha > মসলা চা ; tulsi cha > তুলসী চা ; tandoori cha > তন্দুরি চা ; sat ronger cha > সাত রঙের চা
mishti doi > মিষ্টি দই ; misti doi > মিষ্টি দই ; mishty doi > মিষ্টি দই ; tok doi > টক দই ; rosogolla > রসগোল্লা ; rasgulla > রসগোল্লা
roshogolla > রসগোল্লা ; rosh malai > রসমালাই ; rasmalai > রসমালাই ; roshmalai > রসমালাই ; chomchom > চমচম ; cham cham > চমচম ; sondesh > সন্দেশ
shondesh > সন্দেশ ; jilapi > জিলাপি ; jilipi > জিলাপি ; golap jam > গোলাপ জাম ; gulab jamun > গোলাপ জাম ; payesh > পায়েস ; firni > ফিরনি ; phirni > ফিরনি
semai > সেমাই ; shemai > সেমাই ; bhapa pitha > ভাপা পিঠা ; vapa pitha > ভাপা পিঠা ; chitoi pitha > চিতই পিঠা ; patishapta > পাটিসাপটা
singara > সিঙ্গাড়া ; shingara > সিঙ্গাড়া ; jhalmuri > ঝালমুড়ি ; jhal muri > ঝালমুড়ি ; fuchka > ফুচকা ; phuchka > ফুচকা ; bakorkhani > বাকরখানি
borhani > বোরহানি ; burhani > বোরহানি ; matha > মাঠা ; daber pani > ডাবের পানি ; akher rosh > আখের রস ; lebur shorbot > লেবুর শরবত
beler shorbot > বেলের শরবত ; kacha aam > কাঁচা আমের শরবত ; kacha am er shorbot > কাঁচা আমের শরবত ; komla > কমলার জুস ; elachi coffee > এলাচ কফি
elach kofi > এলাচ কফি ; nolen gur > নলেন গুড়ের লাতে ; kalo kofi > কালো কফি ; kalo coffee > কালো কফি ; chini chara > গ্রিন টি ; khejur gur > নলেন গুড়ের লাতে
# Bangla for Latin
ক্যাফে মোকা > Café Mocha ; লাটে ভ্যানিলা > Vanilla Latte ; হ্যাজেলনাট > Hazelnut Latte ; আমেরিকানো আইস > Iced Americano ; ম্যাংগো লাচ্ছি > Mango Lassi
ম্যাঙ্গো > Mango Lassi ; টিরামিসু > Tiramisu ; চিজকেক > Cheesecake ; ব্ল্যাক কফি > Black Coffee ; আইস লাতে > Iced Latte ; ক্রোসাঁ > Butter Croissant
স্যান্ডউইচ > Club Sandwich ; ফ্ল্যাট হোয়াইট > Flat White ; মাসালা চাই > Masala Chai ; গ্রিন টি > Green Tea ; নাইট্রো > Nitro Cold Brew
ক্যারামেল > Caramel Macchiato ; টার্কিশ কফি > Turkish Coffee ; মাচা লাতে > Matcha Latte ; অরেঞ্জ জুস > Orange Juice ; চকলেট শেক > Cold Chocolate Shake
ফিল্টার > Pour-over Kenya ; রিস্ট্রেটো > Ristretto ; ফ্রেঞ্চ প্রেস > French Press ; ভিয়েতনামিজ > Vietnamese Coffee ; কোকোনাট > Fresh Coconut Water
স্মুদি > Papaya Smoothie ; পেঁপে > Papaya Smoothie ; তরমুজ > Watermelon Juice ; ব্যানানা > Banana Milkshake ; আফোগাতো > Affogato
# people and places
রহিম > গরম কফি ; Rahim > লাতে ; rohim > গরম কফি ; Karim > দুধ চা ; korim mia > দুধ চা ; tanvir hasan > Classic Espresso ; তানভীর > Classic Espresso
tanveer > Classic Espresso ; নুসরাত > Café Mocha ; nusrat jahan > Café Mocha ; farhana akter > Carrot Cake ; farhana aktar > Carrot Cake ; gopal ghosh > Bogura Sweet Yoghurt
gopal > রসগোল্লা ; গোপাল > Bogura Sweet Yoghurt ; shirin > Cappuccino ; শিরিন > Cappuccino ; imran choudhury > Pour-over Kenya ; ইমরান > Pour-over Kenya
rabeya > ভাপা পিঠা ; রাবেয়া > Bhapa Pitha with Espresso ; yusuf > Turkish Coffee ; ইউসুফ > Turkish Coffee ; savar dairy > Caffè Latte ; সাভার > Caffè Latte
savar > লাতে ; bandarban > Bandarban Single Origin ; বান্দরবান > Bandarban Single Origin ; jessore > Nolen Gur Latte ; যশোর > Nolen Gur Latte ; north end > Long Black
sreemangal > Green Tea ; srimangal > Green Tea ; শ্রীমঙ্গল > Green Tea ; bogra doi > মিষ্টি দই ; বগুড়া দই > মিষ্টি দই ; comilla > Rasmalai Cake ; কুমিল্লা > রসমালাই
dipu das > Masala Chai ; mong > Matcha Latte ; মং > Matcha Latte ; salma > Cold Coffee ; সালমা > Cold Coffee ; jashim > আখের রস ; jasim uddin > Tamarind Sherbet
# several words
espresso bitter > Classic Espresso ; chocolate hot > Hot Chocolate ; latte jaggery > Nolen Gur Latte ; oat milk > Matcha Latte ; ice cream > Affogato
cold mango > Green Mango Cooler ; coffee cardamom > Saffron Cardamom Coffee ; latte vanilla lamia > Caramel Macchiato ; cake farhana chocolate > Chocolate Cake
filter jasmine > V60 Ethiopia ; সাভার মিষ্টি > ঠান্ডা কফি ; চা শ্রীমঙ্গল আদা > আদা চা ; টক শরবত > লেবুর শরবত ; দুধ এলাচ > ফিরনি ; চকলেট মোকা > মোকা
tea lemon cold > Lemon Iced Tea ; milk saffron > Rasmalai Cake ; honey ginger > Ginger Honey Lemon ; coffee egg > Egg Coffee ; kenya imran > Pour-over Kenya
# meaning
দুধ কফি > লাতে ; sweet yogurt > Bogura Sweet Yoghurt ; মিষ্টি দই bogura > মিষ্টি দই ; আইস টি > Lemon Iced Tea ; ginger tea > আদা চা ; lemon tea > লেবু চা
milk tea > দুধ চা ; হট কফি > গরম কফি ; hot coffee > গরম কফি ; coconut water > ডাবের পানি ; mango sherbet > কাঁচা আমের শরবত ; tito coffee > কালো কফি
orange juice > কমলার জুস ; elaichi coffee > Saffron Cardamom Coffee ; গুড় > Nolen Gur Latte ; cold coffee > ঠান্ডা কফি ; iced coffee > Cold Coffee
`;

/** The table as a list of pairs. */
export const wantedCoffees: readonly Wanted[] = table
  .trim()
  .split(/^# /m)
  .filter(Boolean)
  .flatMap((section) => {
    const [kind = "", ...lines] = section.trim().split("\n");
    return lines
      .flatMap((line) => line.split(" ; "))
      .map((pair) => {
        const [query = "", name = ""] = pair.split(" > ");
        return { kind, query: query.trim(), name: name.trim() };
      });
  });

/** Words that the menu does not have, in both languages. Some are close to words that it has. */
export const nothingQueries: readonly string[] = [
  ..."pizza burger hammer zebra keyboard umbrella football biryani kebab soup whisky bicycle mountain window".split(
    " ",
  ),
  ..."quixotic xyzzy asdfgh qwerty zzzz telephone insurance passport elephant helicopter shampoo sofa laptop".split(
    " ",
  ),
  ..."বিরিয়ানি খিচুড়ি ইলিশ সমুদ্র জানালা সাইকেল বৃষ্টি ফুটবল হাতি মোবাইল পরীক্ষা কম্বল জুতা মাংস উড়োজাহাজ".split(" "),
  ..."machh bhat khichuri ilish brishti janala beguni torkari mangsho".split(" "),
];

/** Queries, each with a pattern of everything that is right for it. A hit whose text does not match is wrong. */
export const judgedQueries: readonly (readonly [query: string, right: RegExp])[] = [
  ["mango", /mango|আমের(?!ি)/i],
  ["কফি", /coffee|কফি|kaapi|café|caffè/i],
  ["cha", /\btea\b|chai|চা(?![\u0980-\u09ff])|\bcha/i],
  ["doi", /doi|দই|yoghurt/i],
  ["দই", /doi|দই|yoghurt/i],
  ["lemon", /lemon|লেবু/i],
  ["chocolate", /choco|চকলেট/i],
  ["latte", /latte|লাতে/i],
  ["লাতে", /latte|লাতে/i],
  ["misti", /মিষ্টি|sweet|mishti/i],
  ["gur", /\bgur|(?<!ব)গুড়|jaggery/i],
  ["honey", /honey|মধু/i],
  ["rahim", /রহিম|rahim/i],
  ["রাকিব", /রাকিব|rakib/i],
  ["salma", /salma|সালমা/i],
  ["mocha", /mocha|মোকা/i],
  ["saffron", /saffron|জাফরান/i],
  ["kacha", /কাঁচা|kacha/i],
  ["টক", /টক|sour/i],
  ["ada", /আদা|ginger/i],
  ["চিনি", /(?<!দার)চিনি|sugar/i],
  ["thanda", /ঠান্ডা|cold|কোল্ড|iced/i],
  ["espresso", /espresso|এসপ্রেসো/i],
  ["pitha", /পিঠা|pitha/i],
  ["kola", /কলা|banana|\bcola/i],
  ["bean", /bean|বিন(?!ে)/i],
  ["dhaka", /dhaka|ঢাকা/i],
  ["এলাচ", /এলাচ|cardamom/i],
  ["ice cream", /ice cream|আইসক্রিম/i],
  ["dudh", /দুধ|milk/i],
  ["borhani", /borhani|বোরহানি/i],
  ["green", /green|গ্রিন/i],
];
