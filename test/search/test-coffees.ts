import type { Coffee } from "../../catalogue/coffee.ts";

/*
 * A menu as a shop in Dhaka might write it, in both languages, by several hands. One line is one coffee:
 * name | category | taste | chef | supplier | price | details
 */
const menu = `
Classic Espresso | Espresso | bold, bitter | Tanvir Hasan | Bandarban Hill Beans | 180 | Twenty-five seconds, thick crema, nothing else in the cup.
Double Espresso | Espresso | strong, smoky | Tanvir Hasan | Bandarban Hill Beans | 240 | Two shots for those who slept badly.
এসপ্রেসো | এসপ্রেসো | কড়া, তিতা | নুসরাত জাহান | বান্দরবান বাগান | ১৯০ | ছোট কাপে ঘন কফি।
Ristretto | Espresso | intense, syrupy | Imran Chowdhury | North End Roasters | 200 | Less water, more of everything.
Lungo | Espresso | mild, long | Imran Chowdhury | North End Roasters | 200 | A long pull for a long talk.
Espresso Macchiato | Espresso | bold, creamy | Lamia Rahman | North End Roasters | 220 | Marked with a spoon of foam.
Caramel Macchiato | Latte | caramel, vanilla | Lamia Rahman | North End Roasters | 340 | Layered, with burnt caramel on top.
Caffè Latte | Latte | creamy, mild | Ayesha Siddiqua | Savar Dairy | 280 | Steamed milk over one shot.
Vanilla Latte | Latte | vanilla, sweet | Ayesha Siddiqua | Savar Dairy | 310 | Real pods from Madagascar.
Hazelnut Latte | Latte | hazelnut, nutty | Ayesha Siddiqua | Savar Dairy | 320 | Roasted nuts and a soft foam.
Nolen Gur Latte | Latte | date jaggery, caramel | Farhana Akter | Jashore Gur House | 330 | Winter only: date palm jaggery from Jashore melted into milk.
নলেন গুড়ের লাতে | লাতে | গুড়, মিষ্টি | ফারহানা আক্তার | যশোর গুড় ঘর | ৩৩০ | শীতের খেজুর গুড় আর দুধ।
লাতে | লাতে | নরম, দুধেল | রহিম উদ্দিন | সাভার ডেইরি | ২৬০ | এক কাপ গরম দুধে এক শট কফি।
Iced Latte | Iced coffee | cold, milky | Rafiq Ahmed | Savar Dairy | 300 | Over ice, with a straw.
Spanish Latte | Latte | condensed milk, sweet | Rafiq Ahmed | Savar Dairy | 340 | Sweetened with condensed milk.
Matcha Latte | Tea latte | grassy, earthy | Mong Marma | Sreemangal Gardens | 360 | Stone-ground green tea whisked with oat milk.
Chai Latte | Tea latte | spiced, ginger | Mong Marma | Sreemangal Gardens | 300 | Black tea with cardamom and cinnamon under foam.
Cappuccino | Cappuccino | foamy, cocoa | Shirin Sultana | Savar Dairy | 270 | A third each of coffee, milk and foam.
ক্যাপুচিনো | ক্যাপুচিনো | ফেনা, নরম | শিরিন সুলতানা | সাভার ডেইরি | ২৭০ | উপরে কোকো ছিটানো।
Flat White | Flat white | velvety, strong | Shirin Sultana | Savar Dairy | 290 | Thin foam, two ristretto shots.
Cortado | Cortado | balanced, warm | Habib Khan | Khulna Coffee Co | 240 | Equal parts, served in glass.
Gibraltar | Cortado | balanced | Habib Khan | Khulna Coffee Co | 250 | A cortado in a heavier glass.
Café au Lait | Filter | milky, mild | Habib Khan | Khulna Coffee Co | 230 | Filter coffee and warm milk, half and half.
Café Mocha | Mocha | chocolate, rich | Nusrat Jahan | Cocoa House Dhaka | 330 | Dark chocolate ganache under espresso.
White Chocolate Mocha | Mocha | white chocolate, sweet | Nusrat Jahan | Cocoa House Dhaka | 350 | For whoever has dessert first.
মোকা | মোকা | চকলেট, ঘন | নুসরাত জাহান | কোকো হাউস ঢাকা | ৩২০ | ডার্ক চকলেট আর এসপ্রেসো।
Americano | Black coffee | clean, bold | Tanvir Hasan | Bandarban Hill Beans | 190 | Espresso let down with hot water.
Iced Americano | Iced coffee | cold, clean | Tanvir Hasan | Bandarban Hill Beans | 210 | Best in May.
আমেরিকানো | ব্ল্যাক কফি | কড়া | তানভীর হাসান | বান্দরবান বাগান | ১৯০ | গরম পানিতে এসপ্রেসো।
Long Black | Black coffee | bold | Rakib Islam | North End Roasters | 200 | Crema stays on top.
Black Coffee | Black coffee | bitter, plain | Rakib Islam | North End Roasters | 120 | Brewed strong, no sugar.
কালো কফি | ব্ল্যাক কফি | তিতা | রাকিব ইসলাম | উত্তরা রোস্টার্স | ১২০ | চিনি ছাড়া।
Cold Brew | Cold brew | smooth, cocoa | Rakib Islam | North End Roasters | 300 | Eighteen hours in the dark.
Nitro Cold Brew | Cold brew | creamy, smooth | Rakib Islam | North End Roasters | 380 | From the tap, with a falling cloud.
কোল্ড ব্রু | কোল্ড ব্রু | মসৃণ | রাকিব ইসলাম | উত্তরা রোস্টার্স | ৩০০ | আঠারো ঘণ্টা ভেজানো।
Cold Coffee | Iced coffee | sweet, milky | Salma Begum | Savar Dairy | 200 | Blended with ice cream, as at every wedding.
ঠান্ডা কফি | কোল্ড কফি | মিষ্টি | সালমা বেগম | সাভার ডেইরি | ২০০ | বরফ দিয়ে ব্লেন্ড করা।
Frappé | Iced coffee | foamy, cold | Salma Begum | Savar Dairy | 260 | Shaken until it stands.
Affogato | Dessert coffee | vanilla, bold | Lamia Rahman | Igloo Ice Cream | 320 | A hot shot over vanilla ice cream.
Irish Coffee (no spirits) | Dessert coffee | creamy, malty | Lamia Rahman | Igloo Ice Cream | 350 | With malt syrup and thick cream.
Turkish Coffee | Turkish | thick, cardamom | Yusuf Ali | Istanbul Spices | 260 | Boiled in a copper pot.
Vietnamese Coffee | Filter | sweet, strong | Mong Marma | Khulna Coffee Co | 280 | Dripped over condensed milk.
Egg Coffee | Dessert coffee | custard, rich | Mong Marma | Khulna Coffee Co | 300 | Whipped yolk, Hanoi style.
Pour-over Kenya | Filter | blackcurrant, bright | Imran Chowdhury | North End Roasters | 350 | One cup by hand, four minutes.
V60 Ethiopia | Filter | jasmine, lemon | Imran Chowdhury | North End Roasters | 370 | Natural Yirgacheffe.
Chemex for Two | Filter | clean, floral | Imran Chowdhury | North End Roasters | 520 | A thick paper and patience.
Aeropress | Filter | clean, sweet | Imran Chowdhury | North End Roasters | 260 | Turned upside down.
French Press | Filter | full, earthy | Sadia Noor | Khulna Coffee Co | 280 | Four minutes, then press.
ফিল্টার কফি | ফিল্টার | হালকা | সাদিয়া নূর | খুলনা কফি | ২২০ | দক্ষিণ ভারতের মতো।
South Indian Filter Kaapi | Filter | chicory, milky | Sadia Noor | Khulna Coffee Co | 180 | Poured from a height.
Bandarban Single Origin | Filter | papaya, honey | Mong Marma | Bandarban Hill Beans | 400 | Grown by twelve families on the hills.
Dhaka Fog | Tea latte | bergamot, vanilla | Ayesha Siddiqua | Sreemangal Gardens | 290 | Earl Grey with steamed milk.
Earl Grey | Tea | bergamot | Ayesha Siddiqua | Sreemangal Gardens | 160 | Leaves, not bags.
Green Tea | Tea | grassy, light | Dipu Das | Sreemangal Gardens | 120 | No sugar unless you ask.
গ্রিন টি | চা | হালকা | দীপু দাস | শ্রীমঙ্গল বাগান | ১২০ | চিনি ছাড়া ভালো।
Masala Chai | Tea | spiced, ginger | Dipu Das | Sreemangal Gardens | 90 | Cardamom, clove, cinnamon, pepper.
মসলা চা | চা | ঝাল, আদা | দীপু দাস | শ্রীমঙ্গল বাগান | ৬০ | এলাচ, লবঙ্গ, দারচিনি।
দুধ চা | চা | মিষ্টি, ঘন | করিম মিয়া | শ্রীমঙ্গল বাগান | ৩০ | ঘন দুধে জ্বাল দেওয়া।
রং চা | চা | হালকা | করিম মিয়া | শ্রীমঙ্গল বাগান | ২০ | লেবু চাইলে বলবেন।
লেবু চা | চা | টক | করিম মিয়া | শ্রীমঙ্গল বাগান | ২৫ | কাগজি লেবুর রস।
আদা চা | চা | ঝাঁঝালো | করিম মিয়া | শ্রীমঙ্গল বাগান | ৩০ | সর্দি হলে এটাই।
মালাই চা | চা | সর, মিষ্টি | করিম মিয়া | সাভার ডেইরি | ৫০ | উপরে দুধের সর।
তন্দুরি চা | চা | ধোঁয়াটে | আব্দুল কাদের | শ্রীমঙ্গল বাগান | ৮০ | গরম মাটির ভাঁড়ে।
সাত রঙের চা | চা | সাত স্তর | রমেশ রাম | নীলকণ্ঠ টি কেবিন | ১৫০ | সাত স্তর, সাত স্বাদ।
Seven Layer Tea | Tea | seven tastes | Ramesh Ram | Nilkantha Tea Cabin | 150 | From Sreemangal, never stirred.
Lemon Iced Tea | Iced tea | lemon, cold | Dipu Das | Sreemangal Gardens | 140 | Steeped overnight.
Peach Iced Tea | Iced tea | peach, cold | Dipu Das | Sreemangal Gardens | 160 | With slices in summer.
Kashmiri Pink Tea | Tea | pistachio, salty | Yusuf Ali | Istanbul Spices | 220 | Pink by patience, not by colour.
Hibiscus Tea | Herbal tea | sour, floral | Sadia Noor | Sreemangal Gardens | 150 | Ruby red, no caffeine.
তুলসী চা | ভেষজ চা | তুলসী | সাদিয়া নূর | শ্রীমঙ্গল বাগান | ৪০ | কাশিতে আরাম।
Tulsi Tea | Herbal tea | holy basil | Sadia Noor | Sreemangal Gardens | 110 | Holy basil and honey.
Ginger Honey Lemon | Herbal tea | ginger, honey | Sadia Noor | Bhola Honey | 150 | When the throat complains.
Hot Chocolate | Chocolate | chocolate, sweet | Nusrat Jahan | Cocoa House Dhaka | 280 | Thick enough for a spoon.
হট চকলেট | চকলেট | চকলেট, মিষ্টি | নুসরাত জাহান | কোকো হাউস ঢাকা | ২৮০ | ঘন আর গরম।
Cold Chocolate Shake | Shake | chocolate, cold | Nusrat Jahan | Cocoa House Dhaka | 300 | With a scoop and a half.
Mango Lassi | Lassi | mango, yoghurt | Salma Begum | Bogura Doi Ghar | 180 | Himsagar mangoes from Satkhira.
Sweet Lassi | Lassi | sweet, yoghurt | Salma Begum | Bogura Doi Ghar | 120 | Rose water on request.
মিষ্টি লাচ্ছি | লাচ্ছি | মিষ্টি, দই | সালমা বেগম | বগুড়া দই ঘর | ১২০ | গোলাপজল চাইলে বলুন।
বোরহানি | শরবত | ঝাল, টক দই | আব্দুল কাদের | বগুড়া দই ঘর | ১০০ | বিয়েবাড়ির মতো।
Borhani Tonic | Tonic | mint, yoghurt, mustard | Abdul Kader | Bogura Doi Ghar | 160 | The wedding drink, with bubbles.
মাঠা | শরবত | নোনতা | আব্দুল কাদের | বগুড়া দই ঘর | ৬০ | পুরান ঢাকার সকাল।
লেবুর শরবত | শরবত | টক, মিষ্টি | জসিম উদ্দিন | কাগজি বাগান | ৬০ | ঠান্ডা পানিতে।
বেলের শরবত | শরবত | বেল | জসিম উদ্দিন | রাজশাহী ফল ভান্ডার | ৮০ | পেট ঠান্ডা রাখে।
Tamarind Sherbet | Sherbet | sour, salty | Jasim Uddin | Rajshahi Fruits | 90 | Tamarind, rock salt, roasted cumin.
কাঁচা আমের শরবত | শরবত | টক, পুদিনা | জসিম উদ্দিন | রাজশাহী ফল ভান্ডার | ৮০ | গ্রীষ্মে।
Green Mango Cooler | Juice | green mango, mint | Jasim Uddin | Rajshahi Fruits | 140 | Sour, salty, cold.
আখের রস | রস | মিষ্টি | জসিম উদ্দিন | নাটোর আখ | ৪০ | চোখের সামনে মাড়াই।
ডাবের পানি | পানীয় | হালকা | জসিম উদ্দিন | ভোলা ডাব | ৯০ | ভোলা থেকে সকালে আসে।
Fresh Coconut Water | Juice | light, sweet | Jasim Uddin | Bhola Coconuts | 90 | Opened before your eyes.
Orange Juice | Juice | orange, fresh | Jasim Uddin | Rajshahi Fruits | 180 | Squeezed, never poured.
কমলার জুস | জুস | কমলা | জসিম উদ্দিন | রাজশাহী ফল ভান্ডার | ১৮০ | তাজা।
Watermelon Juice | Juice | watermelon | Jasim Uddin | Rajshahi Fruits | 130 | March to June.
Papaya Smoothie | Smoothie | papaya, honey | Lamia Rahman | Bhola Honey | 220 | With yoghurt and lime.
Banana Milkshake | Shake | banana, milky | Lamia Rahman | Savar Dairy | 200 | Two bananas, one glass.
স্ট্রবেরি মিল্কশেক | শেক | স্ট্রবেরি | লামিয়া রহমান | সাভার ডেইরি | ২৫০ | গাজীপুরের স্ট্রবেরি।
Falooda | Dessert | rose, jelly | Yusuf Ali | Igloo Ice Cream | 240 | Basil seeds, noodles, ice cream.
ফালুদা | মিষ্টান্ন | গোলাপ | ইউসুফ আলী | ইগলু আইসক্রিম | ২৪০ | সাগু, জেলি, আইসক্রিম।
রসগোল্লা | মিষ্টি | রসালো | গোপাল ঘোষ | পোড়াবাড়ি মিষ্টান্ন | ৪০ | ছানার নরম গোল্লা।
রসমালাই | মিষ্টি | দুধ, জাফরান | গোপাল ঘোষ | কুমিল্লা মাতৃভাণ্ডার | ৯০ | কুমিল্লার আসল।
Rasmalai Cake | Cake | saffron, milk | Farhana Akter | Cumilla Matri Bhandar | 280 | Sponge soaked in saffron milk.
চমচম | মিষ্টি | মাওয়া | গোপাল ঘোষ | পোড়াবাড়ি মিষ্টান্ন | ৫০ | টাঙ্গাইল থেকে।
সন্দেশ | মিষ্টি | ছানা, গুড় | গোপাল ঘোষ | সাতক্ষীরা ঘোষ ডেইরি | ৩৫ | নলেন গুড়ের।
গোলাপ জাম | মিষ্টি | গোলাপ, ঘি | গোপাল ঘোষ | পোড়াবাড়ি মিষ্টান্ন | ৪৫ | গরম গরম।
মিষ্টি দই | দই | মিষ্টি, ক্যারামেল | গোপাল ঘোষ | বগুড়া দই ঘর | ৮০ | মাটির পাত্রে জমানো।
Bogura Sweet Yoghurt | Yoghurt | sweet, caramel | Gopal Ghosh | Bogura Doi Ghar | 90 | Set in clay overnight.
টক দই | দই | টক | গোপাল ঘোষ | বগুড়া দই ঘর | ৭০ | চিনি ছাড়া।
জিলাপি | মিষ্টি | মচমচে, সিরা | আব্দুল কাদের | চকবাজার | ২০ | বিকেলে ভাজা হয়।
পায়েস | মিষ্টান্ন | দুধ, চাল | সালমা বেগম | সাভার ডেইরি | ৭০ | কালিজিরা চালের।
ফিরনি | মিষ্টান্ন | দুধ, এলাচ | সালমা বেগম | সাভার ডেইরি | ৭০ | মাটির বাটিতে ঠান্ডা করা।
সেমাই | মিষ্টান্ন | দুধ, কিসমিস | সালমা বেগম | সাভার ডেইরি | ৬০ | ঈদের সকাল।
ভাপা পিঠা | পিঠা | গুড়, নারকেল | রাবেয়া খাতুন | যশোর গুড় ঘর | ৩০ | শীতের সকালে ভাপে।
চিতই পিঠা | পিঠা | সাদামাটা | রাবেয়া খাতুন | যশোর গুড় ঘর | ১৫ | ভর্তা দিয়ে।
পাটিসাপটা | পিঠা | ক্ষীর, নারকেল | রাবেয়া খাতুন | যশোর গুড় ঘর | ৪০ | ভেতরে ক্ষীর।
Bhapa Pitha with Espresso | Set | steamed rice, jaggery | Rabeya Khatun | Jashore Gur House | 220 | A winter breakfast.
Chocolate Cake | Cake | chocolate | Farhana Akter | Cocoa House Dhaka | 250 | One slice, two forks.
চকলেট কেক | কেক | চকলেট | ফারহানা আক্তার | কোকো হাউস ঢাকা | ২৫০ | এক টুকরো, দুই চামচ।
Carrot Cake | Cake | carrot, cinnamon | Farhana Akter | Savar Dairy | 230 | Cream cheese on top.
Cheesecake | Cake | cream cheese | Farhana Akter | Savar Dairy | 290 | Baked, not set.
Tiramisu | Dessert | coffee, mascarpone | Lamia Rahman | Savar Dairy | 340 | Soaked in our own espresso.
Butter Croissant | Bakery | butter, flaky | Sadia Noor | Dhaka Bakehouse | 160 | Twenty-seven layers.
Almond Croissant | Bakery | almond, sweet | Sadia Noor | Dhaka Bakehouse | 210 | Twice baked.
Cinnamon Roll | Bakery | cinnamon, sugar | Sadia Noor | Dhaka Bakehouse | 190 | Warm at four o'clock.
বাকরখানি | বেকারি | মচমচে | আব্দুল কাদের | নাজিরাবাজার | ১০ | পুরান ঢাকার।
সিঙ্গাড়া | নাস্তা | আলু, বাদাম | আব্দুল কাদের | চকবাজার | ১৫ | গরম তেলে ভাজা।
ঝালমুড়ি | নাস্তা | ঝাল, সরিষা | জসিম উদ্দিন | চকবাজার | ২০ | কাগজের ঠোঙায়।
ফুচকা | নাস্তা | টক, ঝাল | জসিম উদ্দিন | ধানমন্ডি লেক | ৬০ | তেঁতুলের টক আলাদা।
Club Sandwich | Snacks | chicken, egg | Rafiq Ahmed | Dhaka Bakehouse | 320 | Three slices, four corners.
Chicken Puff | Snacks | pepper, chicken | Rafiq Ahmed | Dhaka Bakehouse | 90 | Leaves crumbs on every shirt.
Espresso Tonic | Tonic | citrus, bitter | Rafiq Ahmed | North End Roasters | 320 | Poured slowly over ice.
Saffron Cardamom Coffee | Speciality | saffron, cardamom | Yusuf Ali | Istanbul Spices | 380 | Kashmiri saffron, six threads a cup.
এলাচ কফি | বিশেষ | এলাচ, ঘন | ইউসুফ আলী | মৌলভীবাজার মসলা | ২২০ | গুঁড়া এলাচ দিয়ে।
গরম কফি | কফি | কড়া, দুধ | রহিম উদ্দিন | বান্দরবান বাগান | ৮০ | শীতের সন্ধ্যায় সবচেয়ে বেশি চলে।
Decaf | Black coffee | mild | Rakib Islam | North End Roasters | 220 | Swiss water, all of the taste.
House Blend 250 g | Beans | cocoa, nuts | Tanvir Hasan | Bandarban Hill Beans | 850 | Whole beans, roasted on Mondays.
Sylhet Breakfast Tea 500 g | Leaves | malty | Ramesh Ram | Sreemangal Gardens | 600 | Broken leaves for strong milk tea.
কফি বিন ২৫০ গ্রাম | বিন | কোকো | তানভীর হাসান | বান্দরবান বাগান | ৮৫০ | গোটা বিন।
`;

/** Every coffee of the menu. Its id is its place in the list, from 1 on. */
export const menuCoffees: readonly Coffee[] = menu
  .trim()
  .split("\n")
  .map((line, index) => {
    const [name = "", category = "", taste = "", chef = "", supplier = "", price = "", details = ""] = line
      .split("|")
      .map((part) => part.trim());
    return { _id: String(index + 1), name, category, taste, chef, supplier, price, details, photo: "" };
  });
