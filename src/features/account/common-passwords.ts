/**
 * Passwords that everyone tries first, in lower case: the most common ones of known leaks that have at least 8 characters,
 * and what people make of a shop's name.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 password12345 password123456 password! password1! password01 password2
  password3 password7 password9 password99 password10 password11 password2020 password2021 password2022 password2023 password2024
  password2025 password2026 passw0rd passw0rd1 passw0rd! p@ssword p@ssword1 p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@55w0rd p4ssword pa55word
  pa$$word pa$$w0rd passwort passwort1 passwort123 motdepasse contraseña contrasena contrasena1 contraseña1 wachtwoord parola123
  12345678 123456789 1234567890 12345678910 0123456789 012345678 123123123 1231231234 12341234 11111111 111111111 1111111111 00000000
  000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 87654321 987654321 9876543210 0987654321
  11223344 1122334455 112233445566 12121212 1212121212 13131313 10101010 123454321 1234554321 123321123 12344321 123456123 12345612
  147258369 1472583690 159357159 15935728 159753159 147147147 258258258 741852963 789456123 7894561230 963852741 321654987 456456456
  789789789 135792468 13579246 1357924680 24681012 246813579 98765432 11112222 11112222 12312312 20202020 19901990 19841984 20002000
  qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwertyuiop123 qwertyqwerty qwerty123! qwert123
  qwert1234 qwert12345 qweqweqwe qweasdzxc qweasdzxc123 qweasd123 qweqwe123 qwer1234 qwer12345 qwer4321 qwe123456 qwe12345 qwertzui
  qwertzuiop azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfghjkl1 asdfasdf asdf1234 asdf12345 asdasdasd asd123456 asd12345 asdf4321
  asdqwe123 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvzxcv zxcv1234 zxczxczxc zaq12wsx zaq1zaq1 zaq1xsw2 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
  1qaz1qaz 2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1qa2ws3ed 12qwaszx 123qweasd 123qweasdzxc 123qwe123
  1234qwer 12345qwert 123456qwerty 12345qwe 123456qwe qazwsxedc qazwsx123 qazwsxedcrfv qazwsx12 qaz123456 qazqazqaz poiuytrewq lkjhgfdsa
  mnbvcxz1 mnbvcxzlkjhgfdsa abcd1234 abc12345 abc123456 abc1234567 abcdefgh abcdefghi abcdefghij abcdefg1 abcdefg123 abcd12345 abcabc123
  abc123abc abcdabcd a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 a1234567 a12345678 a123456789 a1234567890 aaa11111 aaaaaaaa aaaaaaaaa aaaaaaaaaa
  abcd123456 q1234567 q12345678 z1234567 z12345678 1a2b3c4d 123abc123 123456aa 123456ab 123456abc 12345678a 123456789a 1234567a 123456789q
  1234abcd 12345abc 123456as aaaa1111 aabbccdd aassddff xxxxxxxx zzzzzzzz qqqqqqqq asdfghjkl123 qwerasdf qwerasdfzxcv
  iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveme1 iloveme2 iloveu123 ilovegod ilovehim ilovejesus ilovemom loveyou1
  loveyou2 lovelove loveme123 iloveyouu teamo123 tequiero tequieromucho teamomucho mylove123 mybaby123 mybabygirl babygirl babygirl1 babygirl12
  babyboy1 baby1234 lovebug1 lovely123 princess princess1 princess12 princess123 princesa princesa1 sunshine sunshine1 sunshine12 sunshine123
  football football1 football12 football123 baseball baseball1 baseball123 basketball basketball1 softball volleyball swimming hockey123 soccer12
  soccer123 futbol123 liverpool liverpool1 liverpool123 chelsea1 chelsea123 arsenal1 arsenal123 barcelona barcelona1 realmadrid realmadrid1
  manchester manunited juventus juventus1 everton1 rangers1 celtic1888 steelers steelers1 cowboys1 yankees1 lakers24 packers1 redskins
  superman superman1 superman123 batman123 spiderman spiderman1 ironman1 pokemon1 pokemon123 pikachu1 starwars starwars1 minecraft minecraft1
  minecraft123 fortnite fortnite1 fortnite123 roblox123 naruto123 dragonball warcraft worldofwarcraft counterstrike callofduty playstation
  playstation2 nintendo nintendo1 zelda123 gandalf1 hogwarts harrypotter matrix123 blink182 metallica metallica1 slipknot slipknot1 eminem123
  linkinpark nirvana1 greenday rockstar rockstar1 rocknroll michael1 michael123 michelle michelle1 jennifer jennifer1 jessica1 jessica123 jonathan
  jonathan1 christopher christian christian1 christina christine elizabeth elizabeth1 samantha samantha1 stephanie alexander alexander1 alexandra
  alejandro alejandra benjamin benjamin1 nicholas nicholas1 danielle danielle1 brittany brittany1 veronica victoria victoria1 patricia catherine
  caroline charlotte isabella isabella1 gabriela gabriel1 fernando fernanda francisco sebastian sebastian1 santiago valentina estrella estrella1
  hermosa1 mariposa mariposa1 margarita matthew1 matthew123 anthony1 anthony123 andrew123 ashley123 brandon1 brandon123 charlie1 charlie123
  daniel123 david123 george123 jasmine1 jordan23 jordan123 joshua123 justin123 justinbieber lauren123 nicole123 robert123 thomas123 william1
  william123 maria123 martin123 monica123 melissa1 amanda123 andrea123 carolina carolina1 angelina maradona ronaldo7 ronaldo123 cristiano
  chocolate chocolate1 cheesecake blueberry strawberry strawberry1 butterfly butterfly1 butterfly123 dolphin1 dolphins elephant elephant1 flowers1
  flower123 monkey12 monkey123 monkey1234 dragon12 dragon123 tigger123 tinkerbell tweety123 hellokitty hellokitty1 kitty123 snoopy123 mickeymouse
  garfield1 scooby123 shadow123 buster123 bubbles1 cookie123 pepper123 peanut123 ginger123 hunter123 maggie123 coffee123 banana123 cheese123
  orange123 apple123 cherry123 summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter123 winter2020
  winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 spring2023 spring2024 spring2025 spring2026 autumn2023 autumn2024 autumn2025
  snowball snowflake diamond1 diamond123 midnight midnight1 moonlight rainbow1 rainbow123 forever1 forever21 friends1 friends123 freedom1
  freedom123 fuckyou1 fuckyou2 fuckyou123 fuckyou! asshole1 bullshit whatever whatever1 trustno1 letmein1 letmein12 letmein123 letmein! changeme
  changeme1 changeme123 changeit secret123 secret12 access14 admin123 admin1234 admin12345 admin123456 administrator adminadmin admin2020
  admin2024 admin2025 admin@123 root1234 rootroot toor1234 test1234 test12345 test123456 testtest testing1 testing123 tester123 temp1234 temppass
  demo1234 demo12345 demodemo guest123 guest1234 user1234 user12345 username username1 usuario1 default1 welcome1 welcome12 welcome123
  welcome1234 welcome! welcome1! welcome2024 welcome2025 welcome@123 hello123 hello1234 hello12345 hellohello helloworld hola1234 master123
  master12 mustang1 corvette ferrari1 mercedes porsche1 porsche911 harley123 harleydavidson yamaha123 honda123 toyota123 computer computer1
  computer123 internet internet1 google123 google12 facebook facebook1 facebook123 samsung1 samsung123 iphone123 android1 microsoft windows10
  windows7 linux123 scotland scotland1 england1 ireland1 america1 american australia brasil123 brazil123 mexico123 germany1 london123 newyork1
  newyork123 california chicago1 houston1 bismillah alhamdulillah jesus123 jesuschrist jesus777 godislove blessed1 heaven123 angel123 angels123
  lucky777 money123 business success1 security security1 secure123 private1 personal student1 teacher1 marketing cocacola cocacola1 marlboro
  marlboro1 budweiser jackdaniels heineken1 tennis123 golfgolf fishing1 hunting1 cameron1 charlie12 creative danger123 darkness darkside
  deathnote destiny1 dreamer1 einstein explorer firebird firefox1 galaxy123 ghost123 goldfish gangster gangsta1 hardcore hurricane infinity
  inuyasha kawasaki kingkong ladybug1 lollipop lollypop loverboy lovergirl magic123 mercury1 motorola mountain napoleon newlife1 nokia123
  november december september october1 february january1 monday123 friday13 saturday1 sunday123 passport passpass pass1234 pass12345 pass123456
  pass@123 pass@1234 passwords passcode peaches1 pineapple platinum precious pretty123 qwaszx12 remember rosebud1 sasuke123 scorpion scorpio1
  sergeant serenity sexygirl sexylady silver123 skateboard smokey123 snickers something spongebob spongebob1 stargate startrek strength sunflower
  sunflower1 sunset123 sweetheart sweetie1 sweetpea swordfish target123 teddybear thunder1 thunder123 thunderbird titanic1 treasure triangle
  trinity1 trouble1 undertaker universe vampire1 vanessa1 warrior1 warriors waterfall westside wildcats wildcat1 wolverine wonderful xavier123
  despensa1 despensa123 despensa despensa! groceries grocery1 grocery123 shopping shopping1 shopping123 supermarket supermercado
  `
    .trim()
    .split(/\s+/),
);
