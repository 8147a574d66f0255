// Why something was refused, in the reader's language. The studio and the gateway tell a clause and one English sentence; the sentence is
// known here by its words, with what differs from case to case in braces. A test holds this list against the sources. Pure.
import { Ending, FaultCode } from "../../generated/studio/v1/types_pb.ts";
import { faceOf } from "../model/cards.ts";
import { placeName, seatName, type Language, type Texts } from "./index.ts";

/** English as it is sent, Russian, Thai, Chinese. */
export type Told = [string, string, string, string];

// {slot} {box} {card} {fault} {ending} {choice} are told in the words of the table, {n} is a number, {word} stays as it is.
export const REFUSALS: Told[] = [
  ["the table is open already", "стол уже открыт", "โต๊ะเปิดอยู่แล้ว", "牌桌已经开台"],
  ["the table is closed already", "стол уже закрыт", "โต๊ะปิดอยู่แล้ว", "牌桌已经关台"],
  ["a round is running: end or void it first", "идёт раунд: сначала закончите или аннулируйте его", "รอบกำลังเล่นอยู่: จบหรือยกเลิกรอบก่อน", "本局正在进行：请先结束或作废"],
  ["a dealer's name is needed", "нужно имя дилера", "ต้องมีชื่อดีลเลอร์", "需要荷官姓名"],
  ["each round has its own deck: start the round", "у каждого раунда своя колода: начните раунд", "แต่ละรอบใช้สำรับใหม่: เริ่มรอบได้เลย", "每局使用新的一副牌：请开始牌局"],
  ["the table is not open", "стол не открыт", "โต๊ะยังไม่เปิด", "牌桌未开台"],
  ["a round or shoe is being dealt", "идёт раздача раунда или шуза", "กำลังแจกรอบหรือขอนไพ่อยู่", "牌局或牌靴正在进行"],
  ["the shoe's burn cards are not all burned", "сожжены ещё не все карты шуза", "ยังเผาไพ่ของขอนไม่ครบ", "牌靴的销牌尚未完成"],
  ["a round is running", "раунд уже идёт", "รอบกำลังเล่นอยู่", "本局正在进行"],
  ["a new shoe is needed", "нужен новый шуз", "ต้องเปลี่ยนขอนไพ่", "需要新牌靴"],
  ["the shoe holds too few cards for a round", "в шузе мало карт для раунда", "ไพ่ในขอนไม่พอสำหรับหนึ่งรอบ", "牌靴剩余的牌不够一局"],
  ["there is no result to confirm", "результата для подтверждения нет", "ยังไม่มีผลให้ยืนยัน", "没有可确认的结果"],
  ["a pause needs a reason", "для паузы нужна причина", "การหยุดพักต้องมีเหตุผล", "暂停需要原因"],
  ["the table is not paused", "стол не на паузе", "โต๊ะไม่ได้หยุดพัก", "牌桌没有暂停"],
  ["a fault is open: end it first", "ошибка не решена: сначала решите её", "ยังมีข้อผิดพลาด: แก้ไขก่อน", "仍有故障：请先处理"],
  ["the table is closed", "стол закрыт", "โต๊ะปิดอยู่", "牌桌已关台"],
  ["there is no round to void", "аннулировать нечего: раунда нет", "ไม่มีรอบให้ยกเลิก", "没有可作废的牌局"],
  ["a void needs a reason", "для аннулирования нужна причина", "การยกเลิกรอบต้องมีเหตุผล", "作废需要原因"],
  ["a void needs the name of who asks for it", "для аннулирования нужно имя того, кто его просит", "การยกเลิกรอบต้องมีชื่อผู้ขอ", "作废需要申请人姓名"],
  ["cards are dealt: a supervisor must authorise the void", "карты розданы: аннулирование разрешает супервайзер", "แจกไพ่แล้ว: หัวหน้างานต้องอนุญาตให้ยกเลิก", "已经发牌：作废须由主管批准"],
  ["the result is confirmed: two different persons must authorise the void", "результат подтверждён: аннулируют два разных человека", "ยืนยันผลแล้ว: ต้องมีสองคนอนุญาตให้ยกเลิก", "结果已确认：作废须由两人批准"],
  ["there is no card to name", "называть нечего: карты нет", "ไม่มีไพ่ให้ระบุ", "没有可指定的牌"],
  ["a manual card waits for the supervisor's approval", "названную карту подтверждает супервайзер", "ไพ่ที่ระบุต้องรอหัวหน้างานอนุมัติ", "人工指定的牌须由主管批准"],
  ["somebody else must approve a manual card", "названную карту подтверждает другой человек", "ต้องให้คนอื่นอนุมัติไพ่ที่ระบุ", "人工指定的牌须由另一人批准"],
  ["no card is to be turned there", "там не нужно открывать карту", "ไม่ต้องเปิดไพ่ตรงนั้น", "那里没有要翻的牌"],
  ["the table is paused", "стол на паузе", "โต๊ะหยุดพักอยู่", "牌桌已暂停"],
  ["no card has been dealt to {slot}", "карта не роздана: {slot}", "ยังไม่ได้แจกไพ่ที่ {slot}", "{slot} 尚未发牌"],
  ["the card of {slot} is known: correct it instead", "карта уже известна, исправьте её: {slot}", "ทราบไพ่ของ {slot} แล้ว: ให้แก้ไขแทน", "{slot} 的牌已知：请改用更正"],
  ["the card of {slot} is not to be turned yet", "эту карту открывать ещё рано: {slot}", "ยังไม่ถึงเวลาเปิดไพ่ของ {slot}", "{slot} 的牌还不该翻开"],
  ["all copies of {card} have been seen", "все карты {card} уже вышли", "เห็น {card} ครบทุกใบแล้ว", "{card} 已全部出现"],
  ["no card of {slot} has been published in this round", "в этом раунде карта не объявлена: {slot}", "รอบนี้ยังไม่ได้ประกาศไพ่ของ {slot}", "本局尚未公布 {slot} 的牌"],
  ["a correction needs a reason", "для исправления нужна причина", "การแก้ไขต้องมีเหตุผล", "更正需要原因"],
  ["a correction needs who asks and who authorises it", "для исправления нужны имена того, кто просит, и того, кто разрешает", "การแก้ไขต้องมีชื่อผู้ขอและผู้อนุญาต", "更正需要申请人和批准人"],
  ["the result is confirmed: two different persons must revise it", "результат подтверждён: исправляют два разных человека", "ยืนยันผลแล้ว: ต้องมีสองคนแก้ไข", "结果已确认：须由两人修正"],
  ["that is the card that was published", "объявлена эта самая карта", "ไพ่ใบนี้ประกาศไปแล้ว", "公布的就是这张牌"],
  ["{fault} is raised already", "уже сообщено: {fault}", "แจ้งแล้ว: {fault}", "已上报：{fault}"],
  ["{fault} is not open", "этой ошибки нет: {fault}", "ไม่มีข้อผิดพลาดนี้: {fault}", "没有此故障：{fault}"],
  ["{ending} is no approved ending of {fault}", "«{ending}» не решает: {fault}", "“{ending}” ใช้จบไม่ได้: {fault}", "“{ending}”不能结束：{fault}"],
  ["camera {word} is {word} still: void the round if it cannot wait, the fault ends when the camera is good again", "камера {word} ещё не в порядке: если ждать нельзя, аннулируйте раунд; ошибка уйдёт, когда камера вернётся", "กล้อง {word} ยังไม่ปกติ: ถ้ารอไม่ได้ให้ยกเลิกรอบ ข้อผิดพลาดจะหายเมื่อกล้องกลับมา", "摄像头 {word} 仍未恢复：不能等待请作废本局，恢复后故障自动结束"],
  ["void the round: it ends the fault", "аннулируйте раунд: это решит ошибку", "ยกเลิกรอบ: ข้อผิดพลาดจะจบ", "请作废本局：故障随之结束"],
  ["name or correct the card: it ends the fault", "назовите или исправьте карту: это решит ошибку", "ระบุหรือแก้ไขไพ่: ข้อผิดพลาดจะจบ", "请指定或更正该牌：故障随之结束"],
  ["there is no card to name or to correct", "нет карты, которую можно назвать или исправить", "ไม่มีไพ่ให้ระบุหรือแก้ไข", "没有可指定或更正的牌"],
  ["{slot} is not in order yet", "карты ещё не по порядку: {slot}", "ไพ่ของ {slot} ยังไม่เรียงตามลำดับ", "{slot} 的牌还没有放好"],
  ["{slot} still reads otherwise", "карта всё ещё читается иначе: {slot}", "{slot} ยังอ่านได้ไม่ตรง", "{slot} 读数仍然不同"],
  ["void the running round first, then change the shoe", "сначала аннулируйте раунд, потом смените шуз", "ยกเลิกรอบก่อน แล้วจึงเปลี่ยนขอนไพ่", "请先作废本局，再更换牌靴"],
  ["not every card has been read: there is no still to confirm from", "прочитаны не все карты: снимков для подтверждения нет", "ยังอ่านไพ่ไม่ครบ: ไม่มีภาพนิ่งให้ยืนยัน", "并非每张牌都已读取：没有照片可供确认"],
  ["no burn card is missing", "сожжённая карта есть", "ไม่ได้ขาดไพ่เผา", "没有缺少销牌"],
  ["a card of a hand cannot leave the game: name it, scan it again or void the round", "карта руки не уходит из игры: назовите её, пересканируйте или аннулируйте раунд", "ไพ่ในมือนำออกจากเกมไม่ได้: ระบุ สแกนใหม่ หรือยกเลิกรอบ", "手牌不能移出牌局：请指定、重新扫描或作废本局"],
  ["no slot was named: put the card back or void", "место не указано: верните карту или аннулируйте раунд", "ไม่ได้ระบุตำแหน่ง: วางไพ่กลับหรือยกเลิกรอบ", "没有指明位置：请放回该牌或作废"],
  ["no card lies in {slot}", "здесь нет карты: {slot}", "ไม่มีไพ่ที่ {slot}", "{slot} 没有牌"],
  ["the card belongs to the round: it cannot leave the game", "карта принадлежит раунду и не уходит из игры", "ไพ่ใบนี้เป็นของรอบ: นำออกจากเกมไม่ได้", "该牌属于本局：不能移出"],
  ["the card was seen: it can only leave the game", "карту видели: она может только уйти из игры", "เห็นหน้าไพ่แล้ว: นำออกจากเกมได้อย่างเดียว", "牌面已被看到：只能移出牌局"],
  ["the card has been counted already: it cannot serve again", "карта уже учтена и второй раз не служит", "นับไพ่ใบนี้แล้ว: ใช้อีกไม่ได้", "该牌已计数：不能再用"],
  ["no card is burned in this game: the card can only leave it", "в этой игре карт не сжигают: карта может только уйти из игры", "เกมนี้ไม่มีการเผาไพ่: นำออกจากเกมได้อย่างเดียว", "本游戏不销牌：该牌只能移出"],
  ["no shoe is in play", "шуза в игре нет", "ไม่มีขอนไพ่ในเกม", "没有使用中的牌靴"],
  ["decision {word} was taken with other contents", "это решение уже принято иначе", "การตัดสินใจนี้บันทึกไว้เป็นอย่างอื่นแล้ว", "该决定已按其他内容记录"],
  ["a decision needs its id and who makes it", "не сказано, кто решает", "ไม่ทราบว่าใครตัดสินใจ", "缺少决定的编号或决定人"],
  ["something else of this round is called {word}", "в этом раунде так уже называется другое: {word}", "รอบนี้มีรายการอื่นใช้ชื่อ {word} แล้ว", "本局已有其他记录使用编号 {word}"],
  ["round {word} takes no decisions", "этот раунд решений не ждёт", "รอบนี้ไม่รับการตัดสินใจ", "该局不接受决定"],
  ["box {box} has nothing to decide now", "сейчас нечего решать: {box}", "{box} ยังไม่มีอะไรให้ตัดสินใจ", "{box} 现在无须决定"],
  ["box {box} is another's", "этот бокс другого игрока: {box}", "{box} เป็นของผู้อื่น", "{box} 属于他人"],
  ["the time of box {box} is over", "время вышло: {box}", "หมดเวลาของ {box}", "{box} 的时间已到"],
  ["box {box} cannot choose {choice} now", "{box}: сейчас нельзя «{choice}»", "{box} เลือก “{choice}” ไม่ได้ตอนนี้", "{box} 现在不能选择“{choice}”"],
  ["box {box} has no card {n}", "{box}: карты {n} нет", "{box} ไม่มีไพ่ใบที่ {n}", "{box} 没有第 {n} 张牌"],
  ["{choice} names {n} to {n} cards, not {n}", "«{choice}»: нужно карт от {n} до {n}, а не {n}", "“{choice}” ต้องเลือกไพ่ {n} ถึง {n} ใบ ไม่ใช่ {n}", "“{choice}”需选 {n} 至 {n} 张牌，而不是 {n} 张"],
  ["the cards are named once each, in the order of their places", "каждая карта называется один раз, по порядку мест", "ระบุไพ่ใบละครั้ง ตามลำดับตำแหน่ง", "每张牌只指定一次，按位置顺序"],
  ["the table plays in {word}", "валюта стола: {word}", "โต๊ะนี้เล่นด้วยสกุลเงิน {word}", "本桌使用 {word}"],
  ["{choice} costs {n}", "«{choice}» стоит {n}", "“{choice}” ราคา {n}", "“{choice}”的价格是 {n}"],
  ["{choice} needs an amount", "«{choice}»: нужна сумма", "“{choice}” ต้องระบุจำนวนเงิน", "“{choice}”需要金额"],
  ["amounts of {choice} go from {n} to {n}", "«{choice}»: сумма от {n} до {n}", "“{choice}” ตั้งแต่ {n} ถึง {n}", "“{choice}”的金额为 {n} 至 {n}"],
  ["insurance is for three of a kind and higher, before the dealer opens", "страховка — для тройки и выше, пока дилер не открылся", "ประกันได้ตั้งแต่ตองขึ้นไป ก่อนดีลเลอร์เปิดไพ่", "保险须三条或以上，且在荷官开牌前"],
  ["the house lets no blind box have the dealer exchange a card", "по правилам дома тёмный бокс не меняет карту дилера", "กติกาไม่ให้ช่องปิดขอเปลี่ยนไพ่ดีลเลอร์", "本场规则：盲注位不能要求荷官换牌"],
  ["a blind box has its BET: it neither folds nor buys nor draws", "у тёмного бокса BET уже есть: ни паса, ни покупки, ни обмена", "ช่องปิดมี BET แล้ว: หมอบ ซื้อ หรือเปลี่ยนไม่ได้", "盲注位已有 BET：不能弃牌、买牌或换牌"],
  ["the box has decided: there is no way back to it", "бокс уже решил, вернуться нельзя", "ช่องนี้ตัดสินใจแล้ว: ย้อนกลับไม่ได้", "该注位已决定：不能反悔"],
  ["no card is left in the deck", "в колоде не осталось карт", "ไม่มีไพ่เหลือในสำรับ", "牌已发完"],
  ["only single cards are drawn again, and no sixth card is bought after a draw", "повторно меняют только по одной карте, а после обмена шестую не покупают", "เปลี่ยนซ้ำได้ทีละใบ และซื้อใบที่หกหลังเปลี่ยนไม่ได้", "再次换牌只能逐张，换牌后不能买第六张"],
  ["a dark box has its BET and decides nothing", "у тёмного бокса BET уже есть, он ничего не решает", "ช่องปิดมี BET แล้ว ไม่ต้องตัดสินใจ", "暗注位已有 BET，无须决定"],
  ["one purchase a deal", "одна покупка за раздачу", "ซื้อได้ครั้งเดียวต่อการแจก", "每次发牌只能购买一次"],
  ["cards are switched before the first box of the pair has decided", "карты меняют, пока первый бокс пары не решил", "สลับไพ่ได้ก่อนช่องแรกของคู่ตัดสินใจ", "交换牌须在该对第一注位决定之前"],
  ["no card is exchanged or bought", "карты не меняют и не покупают", "เปลี่ยนหรือซื้อไพ่ไม่ได้", "不能换牌或买牌"],
  ["the role may not ask for that", "этой роли так нельзя", "สิทธิ์นี้ทำไม่ได้", "该角色无权操作"],
  ["not a CommandRequest", "стол не понял команду", "โต๊ะไม่เข้าใจคำสั่ง", "牌桌无法识别命令"],
  ["schema: version {n} is not known", "стол не знает версии {n}", "โต๊ะไม่รู้จักเวอร์ชัน {n}", "牌桌不认识版本 {n}"],
  ["The money of the round does not add up: {word}", "деньги раунда не сходятся", "ยอดเงินของรอบไม่ตรงกัน", "本局金额对不上"],
  ["The table is stopped, {word}", "стол остановлен: вызовите супервайзера", "โต๊ะหยุดทำงาน: เรียกหัวหน้างาน", "牌桌已停止：请呼叫主管"],
  ["the table is not running", "стол не работает", "โต๊ะไม่ทำงาน", "牌桌未运行"],
  ["a second person must sign", "нужна подпись второго человека", "ต้องมีคนที่สองลงชื่อ", "须由第二人签字"],
  ["the second person is the first one", "второй человек — тот же самый", "คนที่สองเป็นคนเดียวกัน", "第二人与第一人相同"],
  ["a supervisor or manager must sign", "подписать должен супервайзер или менеджер", "หัวหน้างานหรือผู้จัดการต้องลงชื่อ", "须由主管或经理签字"],
  ["a console does not ask for that", "консоль так не просит", "คอนโซลสั่งแบบนี้ไม่ได้", "控制台不能这样操作"],
  ["your role may not ask for that", "вашей роли так нельзя", "สิทธิ์ของคุณทำไม่ได้", "您的角色无权操作"],
  ["the second person has no right to this table", "у второго человека нет прав на этот стол", "คนที่สองไม่มีสิทธิ์ที่โต๊ะนี้", "第二人无权操作此桌"],
  ["after a confirmed result a supervisor and a manager must sign", "после подтверждения подписывают супервайзер и менеджер", "หลังยืนยันผล หัวหน้างานและผู้จัดการต้องลงชื่อ", "结果确认后须由主管和经理签字"],
  ["after a confirmed result one of the two must be a manager", "после подтверждения один из двух — менеджер", "หลังยืนยันผล หนึ่งในสองต้องเป็นผู้จัดการ", "结果确认后其中一人须为经理"],
  ["a supervisor must sign", "подписать должен супервайзер", "หัวหน้างานต้องลงชื่อ", "须由主管签字"],
  ["too many requests at once", "слишком много запросов сразу", "คำขอมากเกินไปพร้อมกัน", "同时请求过多"],
  ["you are signed out", "вы вышли из системы", "คุณออกจากระบบแล้ว", "您已退出登录"],
  ["the second person is not known", "второй человек не узнан", "ไม่รู้จักคนที่สอง", "无法识别第二人"],
  ["no request that this gateway knows", "такого запроса здесь нет", "ไม่รู้จักคำขอนี้", "无法识别该请求"],
  ["clients are told to those who may see them", "дистрибьюторов видит не каждый", "เฉพาะผู้มีสิทธิ์เท่านั้นที่เห็นผู้จัดจำหน่าย", "只有有权者可查看分销商"],
  ["your role may not see that table", "вашей роли этот стол не виден", "สิทธิ์ของคุณดูโต๊ะนี้ไม่ได้", "您的角色无权查看此桌"],
  ["a time begins after 1970", "время начинается с 1970 года", "เวลาต้องหลังปี 1970", "时间须在 1970 年之后"],
  ["the end of the time is not after its beginning", "конец не позже начала", "เวลาสิ้นสุดไม่อยู่หลังเวลาเริ่ม", "结束时间不晚于开始时间"],
  ["at most 100 days at once", "не больше 100 дней сразу", "ครั้งละไม่เกิน 100 วัน", "一次最多 100 天"],
  ["the studio's history cannot be read", "историю студии не прочесть", "อ่านประวัติของสตูดิโอไม่ได้", "无法读取演播室历史"],
  ["the studio is not reached", "студия недоступна", "ติดต่อสตูดิโอไม่ได้", "无法连接演播室"],
  ["the studio does not answer", "студия не отвечает", "สตูดิโอไม่ตอบ", "演播室没有响应"],
  ["the studio could not read the journal; ask again", "студия не прочла журнал, спросите ещё раз", "สตูดิโออ่านบันทึกไม่ได้ ลองอีกครั้ง", "演播室无法读取日志，请重试"],
  ["a key may ask {n} times a second", "не больше {n} запросов в секунду", "ขอได้ไม่เกิน {n} ครั้งต่อวินาที", "每秒最多请求 {n} 次"],
  ["this key is not let in any more", "этот ключ больше не впускают", "กุญแจนี้เข้าไม่ได้อีกแล้ว", "此密钥不再有效"],
  ["{word} has no right to table {word}", "у {word} нет прав на стол {word}", "{word} ไม่มีสิทธิ์ที่โต๊ะ {word}", "{word} 无权操作牌桌 {word}"],
  ["{word} is a {word}'s, and the request asks for more", "{word}: роль {word}, а запрос требует большего", "{word} เป็นของ {word} แต่คำขอต้องการมากกว่านั้น", "{word} 属于 {word}，而请求超出其权限"],
  ["{word} does not speak for {word}", "{word} не говорит за {word}", "{word} พูดแทน {word} ไม่ได้", "{word} 不能代表 {word}"],
  ["the key of {word} is no console's", "ключ {word} — не ключ консоли", "กุญแจของ {word} ไม่ใช่ของคอนโซล", "{word} 的密钥不是控制台的"],
  ["the table does not answer", "стол не отвечает", "โต๊ะไม่ตอบ", "牌桌没有响应"],
  ["too many questions wait already", "вопросов ждёт уже слишком много", "มีคำถามรออยู่มากเกินไป", "等待的请求过多"],
  ["that question has been answered already", "на этот вопрос уже ответили", "คำถามนี้ตอบไปแล้ว", "该请求已被答复"],
  ["a supervisor of that table must answer", "отвечает супервайзер этого стола", "หัวหน้างานของโต๊ะนั้นต้องตอบ", "须由该桌主管答复"],
  ["that question is over", "этот вопрос уже не ждёт", "คำถามนี้หมดอายุแล้ว", "该请求已失效"],
  ["a manager's or auditor's affair", "это дело менеджера или аудитора", "เป็นเรื่องของผู้จัดการหรือผู้ตรวจสอบ", "须由经理或审计员处理"],
  ["money is told to those who may see it, when they ask for it", "деньги видит только тот, кто вправе, и по запросу", "ยอดเงินแสดงเฉพาะผู้มีสิทธิ์เมื่อขอ", "金额只在有权者查询时提供"],
  ["the studio's journal cannot be summed", "журнал студии не подсчитать", "รวมยอดจากบันทึกของสตูดิโอไม่ได้", "无法汇总演播室日志"],
  ["a manager's affair", "это дело менеджера", "เป็นเรื่องของผู้จัดการ", "须由经理处理"],
  ["no table is called '{word}'", "стола {word} нет", "ไม่มีโต๊ะ {word}", "没有牌桌 {word}"],
  ["not connected", "нет связи", "ไม่ได้เชื่อมต่อ", "未连接"],
  ["a currency has three letters, like EUR", "валюта — три буквы, например EUR", "สกุลเงินมีสามตัวอักษร เช่น EUR", "货币为三个字母，如 EUR"],
  ["a maximum stake is above 0", "предел ставки больше 0", "เดิมพันสูงสุดต้องมากกว่า 0", "最高投注须大于 0"],
  ["there are two maximum stakes in {word}", "два предела ставки в {word}", "มีเดิมพันสูงสุดซ้ำใน {word}", "{word} 有两个最高投注"],
  ["only a distributor stakes", "ставит только дистрибьютор", "เฉพาะผู้จัดจำหน่ายที่วางเดิมพัน", "只有分销商可以投注"],
  ["a key needs a name", "ключу нужно имя", "กุญแจต้องมีชื่อ", "密钥需要名称"],
  ["a name has 1 to 64 letters, digits, spaces or any of -_.@", "имя: от 1 до 64 букв, цифр, пробелов и знаков -_.@", "ชื่อมี 1 ถึง 64 ตัวอักษร ตัวเลข ช่องว่าง หรือ -_.@", "名称为 1 至 64 个字母、数字、空格或 -_.@"],
  ["'{word}' has a key already", "у {word} ключ уже есть", "{word} มีกุญแจแล้ว", "{word} 已有密钥"],
  ["a key that presses buttons is made at the studio's machine: `studio keys`", "ключ, который нажимает кнопки, делают на машине студии: studio keys", "กุญแจที่กดปุ่มได้ต้องสร้างที่เครื่องสตูดิโอ: studio keys", "可操作按钮的密钥须在演播室机器上制作：studio keys"],
  ["the list of clients cannot be read: {word}", "список клиентов не прочесть: {word}", "อ่านรายชื่อไคลเอนต์ไม่ได้: {word}", "无法读取客户列表：{word}"],
  ["this is the console's own key: it is revoked at the studio's machine", "это ключ самой консоли: его отзывают на машине студии", "นี่คือกุญแจของคอนโซลเอง: เพิกถอนได้ที่เครื่องสตูดิโอ", "这是控制台自己的密钥：须在演播室机器上撤销"],
  ["there is no such key", "такого ключа нет", "ไม่มีกุญแจนี้", "没有这个密钥"],
  ["this key is revoked already", "этот ключ уже отозван", "กุญแจนี้ถูกเพิกถอนแล้ว", "该密钥已撤销"],
  ["this studio asks for no keys", "эта студия не спрашивает ключей", "สตูดิโอนี้ไม่ใช้กุญแจ", "本演播室不要求密钥"],
  ["nobody is called '{word}'", "никого не зовут {word}", "ไม่มีใครชื่อ {word}", "没有人叫 {word}"],
  ["a name has 1 to {n} bytes, without quotes", "имя: от 1 до {n} байт, без кавычек", "ชื่อมี 1 ถึง {n} ไบต์ ไม่มีเครื่องหมายคำพูด", "姓名为 1 至 {n} 字节，不含引号"],
  ["'{word}' is there already", "{word} уже есть", "มี {word} อยู่แล้ว", "{word} 已存在"],
  ["a table's id has no quotes", "в имени стола нет кавычек", "รหัสโต๊ะต้องไม่มีเครื่องหมายคำพูด", "牌桌编号不含引号"],
  ["somebody else has this badge", "такой бейдж уже у другого", "บัตรนี้เป็นของคนอื่น", "此工牌属于他人"],
  ["a user needs a role", "человеку нужна роль", "ผู้ใช้ต้องมีสิทธิ์", "用户需要角色"],
  ["a user needs a password or a badge", "человеку нужен пароль или бейдж", "ผู้ใช้ต้องมีรหัสผ่านหรือบัตร", "用户需要密码或工牌"],
  ["a new password or badge is needed", "нужен новый пароль или бейдж", "ต้องมีรหัสผ่านหรือบัตรใหม่", "需要新密码或工牌"],
  ["a password has at least {n} characters", "в пароле не меньше {n} знаков", "รหัสผ่านต้องมีอย่างน้อย {n} ตัวอักษร", "密码至少 {n} 个字符"],
  ["a password has at most {n} bytes", "в пароле не больше {n} байт", "รหัสผ่านยาวไม่เกิน {n} ไบต์", "密码最多 {n} 字节"],
  ["a badge's number has {n} to {n} characters", "в номере бейджа от {n} до {n} знаков", "หมายเลขบัตรมี {n} ถึง {n} ตัวอักษร", "工牌号为 {n} 至 {n} 个字符"],
  ["nobody revokes themselves", "себя не отзывают", "เพิกถอนตัวเองไม่ได้", "不能撤销自己"],
];

const COLUMN: Record<Language, number> = { en: 0, ru: 1, th: 2, zh: 3 };
const LIKE: Record<string, string> = { slot: "[A-Z]+\\d?(?:\\.\\d)?", box: "[A-Z]\\d", card: "[2-9TJQKA][shdc]", fault: "[A-Z_]+", ending: "[A-Z_]+", choice: "[A-Z_0-9]+", n: "-?\\d+", word: ".*?" };
const HOLE = /\{(\w+)\}/g;

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
const patternOf = (english: string) => new RegExp(`^${escaped(english).replace(HOLE, (_, kind: string) => `(${LIKE[kind]})`)}$`);
const KNOWN = REFUSALS.map((told) => ({ told, pattern: patternOf(told[0]), holes: [...told[0].matchAll(HOLE)].map((hole) => hole[1]) }));

function cardName(card: string): string {
  const face = faceOf(card);
  return face ? `${face.rank}${face.sign}` : card;
}

function inWords(text: Texts, kind: string, value: string): string {
  switch (kind) {
    case "slot":
      return placeName(text, value);
    case "box":
      return seatName(text, value);
    case "card":
      return cardName(value);
    case "fault":
      return text.faults[FaultCode[value as keyof typeof FaultCode]]?.[0] ?? value;
    case "ending":
      return text.endings[Ending[value as keyof typeof Ending]] ?? value;
    case "choice":
      return text.deciding.choices[value] ?? value;
    default:
      return value;
  }
}

/** The refusal for whoever reads this language; the English sentence with its clause where nobody has put it into words. */
export function refusalText(language: Language, text: Texts, clause: string, reason: string): string {
  const sentence = reason.split("; it may ")[0]; // what it may choose stands on its buttons
  for (const { told, pattern, holes } of KNOWN) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const left = holes.map((kind, at) => ({ kind, value: inWords(text, kind, found[at + 1]) }));
    const next = (kind: string) => left.splice(left.findIndex((one) => one.kind === kind), 1)[0]?.value ?? "";
    return told[COLUMN[language]].replace(HOLE, (_, kind: string) => next(kind));
  }
  return clause === "" ? reason : `${reason} (${clause})`;
}
