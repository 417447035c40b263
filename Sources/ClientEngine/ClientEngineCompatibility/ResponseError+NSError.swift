import ClientEngine
import Foundation

/// Conversion to `NSError`.
extension ResponseError: CustomNSError {
    /// The domain `ClientEngine.ResponseError`.
    public static var errorDomain: String { "ClientEngine.ResponseError" }

    /// The code of the reason: 1 status, 2 unauthorized, 3 content type, 4 no content, 5 redirect.
    public var errorCode: Int {
        switch reason {
        case .status: 1
        case .unauthorized: 2
        case .contentType: 3
        case .noContent: 4
        case .redirect: 5
        }
    }

    /// The parts of the error, with the keys `statusCode`, `url`, `body`, `json`, `contentType` and `location`.
    ///
    /// A JSON object is converted to Foundation types, without its `null` members.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: description, "statusCode": status.rawValue, "url": response.url,
            "body": Data(response.body),
        ]
        if let json, json.object != nil { info["json"] = json.withoutNulls }
        switch reason {
        case .contentType(let type): info["contentType"] = type.text
        case .redirect(let location?): info["location"] = location
        default: break
        }
        return info
    }
}

extension JSONValue {
    /// The value as Foundation types, without `null` members, or `nil` for `null` itself.
    fileprivate var withoutNulls: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .number(let number): number.int ?? number.double ?? number.text
        case .string(let text): text
        case .array(let values): values.compactMap(\.withoutNulls)
        case .object(let object):
            Dictionary(
                object.members.compactMap { member in member.value.withoutNulls.map { (member.name, $0) } },
                uniquingKeysWith: { $1 })
        }
    }
}
