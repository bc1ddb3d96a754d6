// SPDX-License-Identifier: MIT
#include "io/spheres/json_value.h"

#include <optional>

#include "io/formats/text.h"

namespace tactus::io {

namespace {

constexpr int max_depth = 64;

class JsonReader {
public:
    JsonReader(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

    Result<JsonValue> read()
    {
        JsonValue value;
        if (!take_value(value, 0))
            return *error_;
        skip_blanks();
        if (at_ < text_.size())
            return refusal("the file goes on after its end");
        return value;
    }

private:
    Error refusal(const std::string& what) const
    {
        return {ErrorCode::unreadable_file, path_.string() + ": line " + std::to_string(line_) + ": " + what};
    }

    bool refuse(const std::string& what)
    {
        error_ = refusal(at_ >= text_.size() ? "the file ends too soon; it may be cut short" : what);
        return false;
    }

    void skip_blanks()
    {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
            line_ += text_[at_] == '\n' ? 1 : 0;
            ++at_;
        }
    }

    bool take(char letter)
    {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != letter)
            return false;
        ++at_;
        return true;
    }

    bool take_word(std::string_view word)
    {
        if (text_.substr(at_, word.size()) != word)
            return false;
        at_ += word.size();
        return true;
    }

    bool take_value(JsonValue& value, int depth)
    {
        skip_blanks();
        value.line = line_;
        if (depth > max_depth)
            return refuse("lists are nested too deeply");
        if (at_ >= text_.size())
            return refuse("");
        if (take('{'))
            return take_members(value, depth);
        if (take('['))
            return take_items(value, depth);
        if (text_[at_] == '"') {
            value.kind = JsonValue::Kind::string;
            return take_string(value.text);
        }
        if (take_word("null"))
            return true;
        if (take_word("true") || take_word("false")) {
            value.kind = JsonValue::Kind::boolean;
            value.truth = text_[at_ - 2] == 'u';
            return true;
        }
        return take_number(value);
    }

    bool take_number(JsonValue& value)
    {
        const std::size_t end = std::min(text_.find_first_not_of("+-.eE0123456789", at_), text_.size());
        if (end == at_)
            return refuse(in_quotes(text_.substr(at_, 12)) + " is no value");
        value.kind = JsonValue::Kind::number;
        value.text = text_.substr(at_, end - at_);
        at_ = end;
        return true;
    }

    bool take_string(std::string& string)
    {
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\n')
                return refuse("a string does not end on its line");
            // Names and words need no escapes; what follows one is kept as it is.
            if (text_[at_] == '\\' && at_ + 1 < text_.size())
                ++at_;
            string += text_[at_];
        }
        if (at_ >= text_.size())
            return refuse("");
        ++at_;
        return true;
    }

    bool take_items(JsonValue& value, int depth)
    {
        value.kind = JsonValue::Kind::array;
        if (take(']'))
            return true;
        do {
            if (!take_value(value.items.emplace_back(), depth + 1))
                return false;
        } while (take(','));
        return take(']') || refuse("a list goes on without a comma");
    }

    bool take_members(JsonValue& value, int depth)
    {
        value.kind = JsonValue::Kind::object;
        if (take('}'))
            return true;
        do {
            skip_blanks();
            if (at_ >= text_.size() || text_[at_] != '"')
                return refuse("the name of a member is missing");
            auto& [name, member] = value.members.emplace_back();
            if (!take_string(name))
                return false;
            if (!take(':'))
                return refuse(in_quotes(name) + " is not followed by a colon");
            if (!take_value(member, depth + 1))
                return false;
        } while (take(','));
        return take('}') || refuse("an object goes on without a comma");
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::optional<Error> error_;
};

} // namespace

const JsonValue* JsonValue::find(std::string_view name) const
{
    for (const auto& [key, value] : members)
        if (key == name)
            return &value;
    return nullptr;
}

Result<JsonValue> read_json(const std::filesystem::path& path, std::string_view bytes)
{
    return JsonReader(path, bytes).read();
}

} // namespace tactus::io
