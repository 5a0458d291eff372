"""Invented personal data in the forms people type it, and texts that hold none."""

from __future__ import annotations

from civicsetu.privacy.kinds import PersonalDataKind

SENTENCES = (
    "my details: {} thank you",
    "Please note {}, it is mine",
    "The builder asked for {}. What can I do?",
    "मेरा नंबर {} है",
    "({})",
)

FORMS: dict[PersonalDataKind, tuple[str, ...]] = {
    PersonalDataKind.AADHAAR: (  # 9999 4105 7058 is published for testing and passes the check digit
        "999941057058", "9999 4105 7058", "9999-4105-7058", "9999.4105.7058", "9999/4105/7058",
        "9999:4105:7058", "9999,4105,7058", "9999_4105_7058", "9999–4105–7058", "9999—4105—7058",
        "9999 - 4105 - 7058", "9999  4105  7058", "9999\u00a04105\u00a07058", "9999\n4105\n7058",
        "9999\u200b4105\u200b7058", "9999\u200b \u200b4105 7058", "999941 057058", "999 941 057 058",
        "99 99 41 05 70 58", "9 9 9 9 4 1 0 5 7 0 5 8", "9,9,9,9,4,1,0,5,7,0,5,8", "9999~4105~7058", "99994105 7058", "९९९९ ४१०५ ७०५८",
        "೯೯೯೯ ೪೧೦೫ ೭೦೫೮", "௯௯௯௯ ௪௧௦௫ ௭௦௫௮", "９９９９４１０５７０５８", "٩٩٩٩٤١٠٥٧٠٥٨",
    ),
    PersonalDataKind.PHONE: (
        "9876543210", "98765 43210", "98 76 54 32 10", "9876 543 210", "9876 543210", "987 654 3210",
        "98765 432 10", "98 765 432 10", "9 8 7 6 5 4 3 2 1 0", "98765-43210", "98765.43210", "98765/43210",
        "98765_43210", "98765:43210", "98765 - 43210", "98765\u00a043210", "98765\n43210", "987-654-3210",
        "+91 98765 43210", "+91-9876543210", "+919876543210", "+9198765 43210", "0091 98765 43210",
        "91 9876543210", "919876543210", "91-98765-43210", "09876543210", "0 98765 43210", "(0)9876543210",
        "+91 (0) 98765 43210", "(+91) 98765 43210", "+91 98 76 54 32 10", "९८७६५४३२१०", "९८७६५ ४३२१०",
        "＋９１ ９８７６５４３２１０", "9️⃣876543210", "022-2345 6789", "(080) 23456789", "080-2345-6789",
        "+91 22 2345 6789", "+91-22-23456789", "0484 2345678", "0484-234 5678", "0172-2700000", "०८०-२३४५६७८९",
        "+971 50 123 4567", "+971501234567", "+1 (415) 555-0132", "+44 20 7946 0958", "+61 4 1234 5678",
    ),
    PersonalDataKind.EMAIL: (
        "ravi@example.com", "a.b+c@example.co.in", "RAVI.K@EXAMPLE.COM", "ravi at gmail dot com",
        "ravi(at)example.com", "ravi[at]example[dot]com", "ravi (at) example (dot) com", "x @ y . com",
        "ravi @ example . co . in", "ravi@ example.com", "ravi @example.com", "ravi AT gmail DOT com",
        "ravi_dot at gmail dot com", "ravi dot kumar at gmail dot com", "ravi at the rate gmail dot com",
        "ravi at gmail.com", "राज@उदाहरण.भारत", "ravi@exämple.com", "ravi＠example。com", "ravi@gmail",
        "ravi@gmail com", "ravi{at}example{dot}com", "ravi-at-gmail-dot-com", "ravi_at_gmail_dot_com",
        "ravi@\u200bexample.com", "ravi at example dot co dot in", "ravi@gmail. com", "ravi&#64;example.com", "ravi@例え.jp", "ravi@@example..com", "raviATgmailDOTcom",
    ),
    PersonalDataKind.PAN: (
        "ABCPD1234E", "abcpd1234e", "ABCPD 1234 E", "ABCPD-1234-E", "ABCPD1234 E", "A B C P D 1 2 3 4 E",
        "ＡＢＣＰＤ１２３４Ｅ", "ABCPD\u200b1234E", "ABC PD 1234 E",
    ),
    PersonalDataKind.GSTIN: ("27AAPFU0939F1ZV", "27 AAPFU0939F 1ZV", "27-AAPFU0939F-1-Z-V", "27aapfu0939f1zv"),
    PersonalDataKind.CARD: (  # published for testing; none of one digit alone, which ids have, too
        "4012 8888 8888 1881", "4012-8888-8888-1881", "4012888888881881", "5105 1051 0510 5100",
        "3782 822463 10005", "378282246310005", "5105105105105100", "４０１２ ８８８８ ８８８８ １８８１",
        "4012\n8888\n8888\n1881",
    ),
    PersonalDataKind.UPI: ("ravi@okhdfcbank", "9845012345@ybl", "ravi.k@okaxis", "RAVI@PAYTM", "ravi @ ybl", "ravi at okicici"),
    PersonalDataKind.IFSC: ("SBIN0001234", "HDFC0000012", "icic0000123"),
    PersonalDataKind.VOTER_ID: ("ABX1234567", "abx1234567"),
    PersonalDataKind.DRIVING_LICENCE: ("KA01 20190001234", "DL-0420110149646", "MH12 20100012345", "ka0120190001234", "MH-12-2010-0012345"),
    PersonalDataKind.VEHICLE: (
        "KA 01 AB 1234", "KA01AB1234", "ka01ab1234", "MH-12-DE-1433", "DL 3C AB 1234", "TN 07 C 1234",
        "22 BH 1234 AA", "22BH1234AA", "KA\u00a001\u00a0AB\u00a01234",
    ),
}  # fmt: skip

HARMLESS = tuple(
    """Rs 6500000000
Rs. 98,45,01,234
₹9876543210
9876543210 rupees
6500000000/-
INR 4,500,000
₹1,00,00,00,000
1,00,00,000
Rs. 1,23,45,678.50
6000000000
section 18(1) and section 4(2)(l)(D)
No. 16 of 2016, dated 25.03.2016
registration number 999941057059
survey 12/3456/7890
Bengaluru 560001 and 560034
PIN 560001, 560034
P51800012345
PRM/KA/RERA/1251/446/PR/171015/000545
PRM/KA/RERA/1250/303/PR/210923/004285
UPRERAPRJ12345
TN/29/Building/0001/2019
RAJ/P/2019/1234
HRERA-PKL-PTA-2019-123
GGM/456/188/2021/24
RC/REP/HARERA/GGM/2018/123
CC006000000012345
JAY-1-01234-2019-20
INE002A01018
CIN U70102MH2005PLC155432
GSR 1026(E)
G.S.R. 1026(E) dated 22.11.2016
S.O. 3347(E) dated 28 October 2016
https://www.indiacode.nic.in/handle/123456789/2158
https://example.com/doc/9876543210
https://maharera.maharashtra.gov.in/projects/P51800012345
see it at rera.karnataka.gov.in
available at www.maharera.mahaonline.gov.in
look at section 18 dot
meet @ office. in the morning
2BHK @ Rs. 50 lakh
Flat@Indiranagar
rate @18% p.a.
at the rate of 18 percent
sections 6, 7, 8, 9, 10, 11, 12
sections 61 62 63 64 65
section 60, 61, 62, 63, 64
in March 2019 I paid
MARCH 2019 A flat
as 10 in 2019
AS 10 IN 2019
or 18 of 2016
UP 16 NOIDA 201301
from 01.04.2019 to 31.03.2020
2019-03-12 10:30:45.123456
2016-17, 2017-18, 2018-19, 2019-20
years 2017 2018 2019 2020
W.P.(C) No. 12345/2019
Civil Appeal Nos. 6745-6749 of 2021
C.A. No. 3581-3590/2020
(2019) 8 SCC 416
area 1,250.50 sq ft
carpet area 1,050 sq. ft. at Rs 6,500
flat 1201, tower 5, wing B
flats 701 702 703 704
12.9716, 77.5946
192.168.100.200
UTR 412345678901
receipt no. 9876543210
khata no 150200100200300
helpline 1800 123 4567
EMI 45,000 x 240 months
IS 456:2000
REGISTERED NO. DL—(N)04/0007/2003—16
I paid @Rs 5500 per sqft
ask @maharera about it
Hyderabad 500 081, 500 032
account books for 2016-17, 2017-18
email us at rera.gov.in
paid 6500000 7000000 8000000
phone call on 12/03/2019
bank loan of Rs 4500000
Aadhaar under section 7 of Act 18 of 2016""".split("\n")
)  # fmt: skip

FRAGMENTS = (
    "9845012345", "98450", "12345", " ", "-", "/", ".", ", ", "+91", "9999 4105 7058", "4111 1111 1111", "1111", "Rs ", "phone ",
    "aadhaar ", "a/c ", "@", "ravi", "example", ".com", " at ", " dot ", "gmail", "@ybl", "ABCPD1234E", "KA 01 AB ", "[phone]",
    "[IFSC]", "[Aadhaar]", "SBIN0001234", "passport ", "J8369854", "\u200b", "\u00a0", "\n", "12.03.2019", "1,00,000", "९८४५", "x", "(", ")",
    "https://", "2019", "23456789", "card ", "is my phone", "50200012345678", "0", "ABX1234567", "[", "]", "(at)", "voter ", "1234567",
)  # fmt: skip
